"""Speed of packaging beside plain pyarrow and ``Dataset.to_parquet``; first streamed row; memory.

    python benchmarks/package.py --clips 4000

Each writer runs in a process of its own, in turns, so that neither peak memory nor a warm cache of
one is counted for another. The clips are speech-like noise: FLAC does not compress it, which is the
hard case. Ratios are of the best run of each.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

SECONDS = 5
DISTINCT = 128
"""More than a row group holds: a dictionary would store clips that repeat in a group once."""


def clips() -> list[Any]:
    """Distinct five-second clips; they are used in turn, as encoding is not what is timed."""
    from builders.audio.clip import Clip

    made = []
    for n in range(DISTINCT):
        rng = np.random.default_rng(n)
        swell = np.abs(np.sin(np.arange(SECONDS * 16_000) / 2_500))
        noise = np.convolve(rng.normal(size=SECONDS * 16_000), np.ones(8) / 8, "same")
        made.append(Clip.from_samples(np.clip(0.2 * swell * noise, -1, 1)))
    return made


def items(count: int) -> Iterator[Any]:
    """Rows as they come from a build."""
    from builders.item import Item
    from builders.provenance import Provenance, Quality, Speech, StepRecord

    sounds = clips()
    history = Provenance(
        steps=tuple(StepRecord(step=f"step{n}", version=1, params={"n": n}) for n in range(4)),
        speech=Speech(engine="engine", revision="r", voice="v", style={"rate": 1.0}),
        quality=Quality(asr_text="what was heard", error_rate=0.0, asr_match=True, mos=4.0),
    )
    for n in range(count):
        yield Item(
            id=f"row-{n:06d}",
            prompt=f"What is the number {n} in words, and why?",
            language="en",
            reference="an answer",
            source_id=f"source-{n}",
            source_revision="r1",
            license="MIT",
            provenance=history,
            audio=sounds[n % DISTINCT],
        )


def write_ours(count: int, out: Path) -> float:
    from builders.package.columns import columns_of, features_of
    from builders.package.writer import write_split

    names = {"prompt": "prompt", "reference": "reference"}
    features_of(columns_of(names, {}, "warm-up")).arrow_schema  # noqa: B018 - imports datasets
    rows = items(count)
    first = next(rows)
    begin = time.perf_counter()
    write_split(_with(first, rows), out, "c", "test", names)
    return time.perf_counter() - begin


def write_pyarrow(count: int, out: Path) -> float:
    """The same columns, made by hand in groups of 100 rows with pyarrow's defaults."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from builders.package.columns import columns_of, features_of
    from builders.package.provenance import provenance_values

    names = {"prompt": "prompt", "reference": "reference"}
    schema = features_of(columns_of(names, {}, "x")).arrow_schema
    out.mkdir(parents=True, exist_ok=True)
    rows = items(count)
    first = next(rows)
    begin = time.perf_counter()
    with pq.ParquetWriter(out / "plain.parquet", schema) as writer:
        group: list[dict[str, Any]] = []
        for item in _with(first, rows):
            group.append(
                {
                    "audio": {"bytes": item.audio.data, "path": f"{item.id}.flac"},
                    "prompt": item.prompt,
                    "reference": item.reference,
                    "id": item.id,
                    **provenance_values(item, None, item.audio.seconds),
                }
            )
            if len(group) == 100:
                writer.write_table(pa.Table.from_pylist(group, schema=schema))
                group = []
        if group:
            writer.write_table(pa.Table.from_pylist(group, schema=schema))
    return time.perf_counter() - begin


def write_datasets(count: int, out: Path) -> float:
    """``Dataset.to_parquet`` of the same columns, audio given as bytes."""
    import datasets
    import pyarrow as pa

    from builders.package.columns import columns_of, features_of
    from builders.package.provenance import provenance_values

    datasets.disable_progress_bars()
    names = {"prompt": "prompt", "reference": "reference"}
    features = features_of(columns_of(names, {}, "x"))
    out.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "audio": {"bytes": item.audio.data, "path": f"{item.id}.flac"},
            "prompt": item.prompt,
            "reference": item.reference,
            "id": item.id,
            **provenance_values(item, None, item.audio.seconds),
        }
        for item in items(count)
    ]
    begin = time.perf_counter()
    table = pa.Table.from_pylist(rows, schema=features.arrow_schema)
    datasets.Dataset(table).to_parquet(str(out / "datasets.parquet"))
    return time.perf_counter() - begin


WRITERS = {"ours": write_ours, "pyarrow": write_pyarrow, "datasets": write_datasets}


def _with(first: Any, rest: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from rest


def first_row(path: Path) -> tuple[float, float]:
    """Seconds to the first streamed row with ``datasets``, and with ours decoded."""
    import datasets

    import builders
    import builders.package.reader  # both are imported before the clock starts

    streamed = datasets.load_dataset("parquet", data_files=str(path), split="train", streaming=True)
    if "audio" in (streamed.features or {}):
        streamed = streamed.cast_column("audio", datasets.Audio(decode=False))
    begin = time.perf_counter()
    next(iter(streamed))
    theirs = time.perf_counter() - begin
    begin = time.perf_counter()
    if path.parent.name == "c":
        next(builders.load(path.parents[1], "c"))
    return theirs, time.perf_counter() - begin


def run(writer: str, count: int, out: Path) -> dict[str, float]:
    command = [sys.executable, __file__, "--clips", str(count), "--run", writer, "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clips", type=int, default=4_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--run", choices=[*WRITERS, "first"])
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.run == "first":
        print(
            json.dumps(dict(zip(("datasets", "ours"), first_row(given.out), strict=True))),
            flush=True,
        )
        # A stream of datasets that is left in the middle of a large row group has a reading thread
        # that the interpreter may wait for without end.
        os._exit(0)
    if given.run:
        seconds = WRITERS[given.run](given.clips, given.out)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(json.dumps({"rate": given.clips / seconds, "peak": peak}))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found: dict[str, list[dict[str, float]]] = {writer: [] for writer in WRITERS}
        for _ in range(given.rounds):
            for writer in WRITERS:
                found[writer].append(run(writer, given.clips, folder / writer))
        best = {w: max(each["rate"] for each in runs) for w, runs in found.items()}
        for writer, runs in found.items():
            rates = ", ".join(f"{each['rate']:,.0f}" for each in runs)
            peak = min(each["peak"] for each in runs)
            ratio = best[writer] / best["pyarrow"]
            print(f"{writer:9} {rates} clips/s; {ratio:.2f} of pyarrow; peak {peak:,.0f} MB")
        quarter = run("ours", given.clips // 4, folder / "quarter")["peak"]
        whole = min(each["peak"] for each in found["ours"])
        print(f"memory    {quarter:,.0f} MB at {given.clips // 4} clips, {whole:,.0f} MB at all")
        for label, path in {
            "ours": folder / "ours" / "c" / "test-00000-of-00001.parquet",
            "datasets": folder / "datasets" / "datasets.parquet",
        }.items():
            seen = run("first", given.clips, path)
            print(f"first row of {label}: {seen['datasets']:.3f} s streamed by datasets", end="")
            print(f", {seen['ours']:.3f} s by builders.load" if label == "ours" else "")


if __name__ == "__main__":
    main()
