"""Clips for tests: encoded noise, files, and the chance they are drawn by."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import soundfile as sf

from builders.step import keyed_rng


def clip(seed: int, seconds: float = 0.1, kind: str = "FLAC") -> bytes:
    """16-bit noise at 16 kHz, another for every seed."""
    samples = np.random.default_rng(seed).integers(-9000, 9000, int(16_000 * seconds))
    buffer = io.BytesIO()
    sf.write(buffer, samples.astype(np.int16), 16_000, format=kind, subtype="PCM_16")
    return buffer.getvalue()


def rng(row: str = "a") -> np.random.Generator:
    """Chance of a row."""
    return keyed_rng(0, row, "x")


def write(path: Path, samples: np.ndarray, rate: int = 16_000) -> None:
    """Write a clip and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    sf.write(path, samples, rate)


def noise(seconds: float, rate: int = 16_000, seed: int = 0) -> np.ndarray:
    """Float noise at a tenth of full scale."""
    return (0.1 * np.random.default_rng(seed).standard_normal(int(seconds * rate))).astype("f4")
