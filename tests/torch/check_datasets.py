"""Load every built dataset as a user does, with `datasets` and torchcodec and nothing of ours.

    python tests/torch/check_datasets.py [FAMILY FOLDER ...]

Each clip is decoded twice: by torchcodec through the Audio feature, and by soundfile from the
bytes. Both must give the same samples, 16 kHz mono, audible, not clipped, without a leading second
of silence. Every row is looped over the way VoiceBench's main.py does it. Exits with 1 where
something is wrong.
"""

from __future__ import annotations

import importlib.util
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import soundfile as sf
from datasets import Audio, disable_progress_bars, get_dataset_config_names, load_dataset

RATE = 16_000
QUIET, QUIET_CONDITION = 0.01, 0.001
"""RMS below which a clip counts as silent: -40 dB of full scale, and -60 dB where a condition such
as a low-pass filter at 100 Hz takes most of a voice away."""
FULL = 0.9995
"""Magnitude from which a sample counts as clipped."""


def problems(samples: np.ndarray, condition: str | None) -> Iterator[str]:
    """What is wrong with the samples of a clip."""
    if samples.ndim != 1:
        yield f"{samples.ndim} dimensions"
        return
    rms = float(np.sqrt(np.mean(samples**2)))
    if rms < (QUIET_CONDITION if condition else QUIET):
        yield f"silent: RMS {rms:.5f}"
    if condition != "distortion" and int((np.abs(samples) >= FULL).sum()) > 2:
        yield "clipped"
    peak = float(np.abs(samples).max())
    loud = np.flatnonzero(np.abs(samples) > 0.05 * peak)
    if loud.size and loud[0] >= RATE:
        yield f"begins with {loud[0] / RATE:.2f} s of silence"


def decoded(audio: Any) -> tuple[np.ndarray, int]:
    """Samples and rate of what the Audio feature gives."""
    return np.asarray(audio["array"], dtype=np.float32), int(audio["sampling_rate"])


def check_split(rows: Any, where: str, every: bool) -> Iterator[str]:
    """Compare both ways to decode, and look at what is heard."""
    by_torch = rows.cast_column("audio", Audio(sampling_rate=RATE))
    by_bytes = rows.cast_column("audio", Audio(decode=False))
    for number in range(len(rows) if every else 1):
        samples, rate = decoded(by_torch[number]["audio"])
        plain, plain_rate = sf.read(io.BytesIO(by_bytes[number]["audio"]["bytes"]), dtype="float32")
        at = f"{where}[{number}]"
        if rate != RATE or plain_rate != RATE:
            yield f"{at}: {rate} Hz by torchcodec, {plain_rate} Hz by soundfile"
        if samples.shape != plain.shape:
            yield f"{at}: {samples.shape} by torchcodec, {plain.shape} by soundfile"
        elif float(np.abs(samples - plain).max()) > 1e-6:
            yield f"{at}: the samples differ by up to {np.abs(samples - plain).max():.2g}"
        record = {k: v for k, v in by_bytes[number].items() if k != "audio"}
        json.dumps(record)  # VoiceBench writes every column but the audio as a JSON line
        # Only rows under an environment condition state a level of it.
        condition = record["Category"] if record.get("Level") else None
        for problem in problems(plain, condition):
            yield f"{at}: {problem}"


def check_family(folder: Path, every: bool = True) -> tuple[int, list[str]]:
    """Check all configs and splits; return the number of rows and what is wrong."""
    found: list[str] = []
    count = 0
    for config in get_dataset_config_names(str(folder)):
        splits = load_dataset(str(folder), config)
        for split, rows in splits.items():
            where = f"{folder.name}/{config}/{split}"
            wrong = list(check_split(rows, where, every))
            found += wrong
            count += len(rows)
            samples, rate = decoded(rows[0]["audio"])
            seconds = samples.size / rate
            rms = float(np.sqrt(np.mean(samples**2)))
            print(f"{where}: {len(rows)} rows, first {seconds:.2f} s, RMS {rms:.3f}", flush=True)
    return count, found


def main(folders: list[str]) -> int:
    disable_progress_bars()
    built = Path(__file__).resolve().parents[2] / "datasets"
    paths = [Path(f) for f in folders] or sorted(p for p in built.iterdir() if p.is_dir())
    if importlib.util.find_spec("builders") is not None:
        print("note: vivavoce is importable here; it is not imported")
    rows, wrong = 0, []
    for path in paths:
        count, found = check_family(path)
        rows, wrong = rows + count, wrong + found
    assert "builders" not in sys.modules
    print(f"{rows} rows in {len(paths)} datasets, {len(wrong)} problems")
    print("\n".join(wrong))
    return 1 if wrong or not rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
