"""Encoded clips of noise."""

from __future__ import annotations

import io

import numpy as np
import soundfile as sf


def clip(seed: int, seconds: float = 0.1, kind: str = "FLAC") -> bytes:
    """16-bit noise at 16 kHz, another for every seed."""
    samples = np.random.default_rng(seed).integers(-9000, 9000, int(16_000 * seconds))
    buffer = io.BytesIO()
    sf.write(buffer, samples.astype(np.int16), 16_000, format=kind, subtype="PCM_16")
    return buffer.getvalue()
