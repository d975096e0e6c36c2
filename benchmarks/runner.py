"""What the runner costs beside the model: rows per second and peak memory, with no waiting at all.

    python -m venv /tmp/inspect && /tmp/inspect/bin/pip install inspect_ai
    python benchmarks/runner.py --rows 10000 --inspect /tmp/inspect/bin/python

Both read the same clips of one second, ask a model that answers at once, and log every answer:
this runner from Parquet with ``vivavoce run``'s engine, and `inspect_ai` (the harness of the UK AI
Security Institute) with its ``mockllm`` model and ``generate`` solver from WAV files, without a
scorer. Each runs in a process of its own; processor time is given too, as it is what a busy machine
leaves comparable. The last line is the ratio.

Measured side by side for 10,000 rows with inspect_ai 0.3.285 on two cores: this runner 1.3 s of
processor time and 139 MB, inspect_ai 111.1 s and 1,072 MB: 84 times the rows for the same processor
time, 7.7 times less memory.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--inspect", default="", help="interpreter that has inspect_ai")
    parser.add_argument("--only", choices=["ours", "inspect"], help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        measure(ours if options.only == "ours" else inspect, options.folder, options.rows)
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_clips(folder, options.rows)
        found = {"vivavoce": child(sys.executable, "ours", folder, options.rows)}
        if options.inspect:
            found["inspect_ai"] = child(options.inspect, "inspect", folder, options.rows)
    for harness, got in found.items():
        print(
            f"{harness:12} {options.rows} rows in {got['seconds']:7.1f} s "
            f"({options.rows / got['seconds']:7.0f} rows/s), processor {got['cpu']:7.1f} s "
            f"({options.rows / got['cpu']:7.0f} rows/s), peak {got['megabytes']:6.0f} MB"
        )
    if options.inspect:
        a, b = found["vivavoce"], found["inspect_ai"]
        print(
            f"ratio: {b['seconds'] / a['seconds']:.1f} × as many rows a second "
            f"({b['cpu'] / a['cpu']:.1f} × by processor time), "
            f"{b['megabytes'] / a['megabytes']:.1f} × less memory"
        )


def child(python: str, which: str, folder: Path, rows: int) -> dict[str, float]:
    command = [python, __file__, "--only", which, "--folder", str(folder), "--rows", str(rows)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def measure(job, folder: Path, rows: int) -> None:
    wall, cpu = time.monotonic(), time.process_time()
    answered = job(folder, rows)
    assert answered == rows, f"{answered} of {rows} rows answered"
    seconds, used = time.monotonic() - wall, time.process_time() - cpu
    print(json.dumps({"seconds": seconds, "cpu": used, "megabytes": peak()}))


def peak() -> float:
    """Peak memory in MB; ``getrusage`` would count what the parent had before the program began."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def write_clips(folder: Path, rows: int) -> None:
    """A Parquet dataset in VoiceBench's layout and the same clips as WAV files."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq
    import soundfile as sf

    (folder / "data" / "alpacaeval").mkdir(parents=True)
    (folder / "wav").mkdir()
    made = []
    for number in range(rows):
        samples = np.random.default_rng(number).integers(-3000, 3000, 16_000).astype(np.int16)
        buffer = io.BytesIO()
        sf.write(buffer, samples, 16_000, format="WAV", subtype="PCM_16")
        (folder / "wav" / f"{number}.wav").write_bytes(buffer.getvalue())
        made.append(
            {
                "id": str(number),
                "prompt": f"question {number}?",
                "audio": {"bytes": buffer.getvalue(), "path": f"{number}.wav"},
            }
        )
    path = folder / "data" / "alpacaeval" / "test-00000-of-00001.parquet"
    pq.write_table(pa.Table.from_pylist(made), path, row_group_size=100)


def ours(folder: Path, rows: int) -> int:
    from evaluation.data import open_examples
    from evaluation.models.contract import Answer, Question
    from evaluation.run.ask import Asking
    from evaluation.run.folder import RunFolder
    from evaluation.run.plan import Scope
    from evaluation.run.run import Job, run

    class Instant:
        name = revision = "instant"

        def settings(self) -> dict:
            return {}

        def answers(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Answer]]:
            for question in questions:
                assert question.audio
                yield question, Answer(text="an answer", seconds=0.0)

        def close(self) -> None:
            pass

    where = folder / "data"
    examples = open_examples(where, family="voicebench")
    job = Job(
        suite="voicebench",
        examples=examples,
        scope=Scope(examples.places()),
        asking=Asking(),
        model=Instant(),
        folder=RunFolder(folder / "run"),
        where=str(where),
    )
    return run(job).answered


def inspect(folder: Path, rows: int) -> int:
    from inspect_ai import Task, eval
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageUser, ContentAudio
    from inspect_ai.solver import generate

    samples = [
        Sample(
            id=str(number),
            input=[
                ChatMessageUser(
                    content=[
                        ContentAudio(audio=str(folder / "wav" / f"{number}.wav"), format="wav")
                    ]
                )
            ],
        )
        for number in range(rows)
    ]
    [log] = eval(
        Task(dataset=MemoryDataset(samples), solver=generate()),
        model="mockllm/model",
        log_dir=str(folder / "logs"),
        display="none",
        score=False,
        max_samples=64,
    )
    assert log.status == "success", log.error
    return sum(bool(s.output.completion) for s in log.samples or [])


if __name__ == "__main__":
    main()
