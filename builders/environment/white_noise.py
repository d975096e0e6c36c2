"""White Gaussian noise at a signal-to-noise ratio (VocalBench-zh ``white_noise``)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from builders.audio.level import CEILING
from builders.environment.assets import Assets
from builders.environment.contract import Ceiling, Changed, Params
from builders.environment.mix import mix_at_snr

LEVELS = (-5, 0, 5, 10, 15, 20)
HEADLINE = -5


def label(level: float) -> str:
    """Published name of a level, such as ``snr_-5``."""
    return f"snr_{level:g}"


def plan(rng: np.random.Generator, level: float, *, ceiling: Ceiling = CEILING) -> Params:
    """Draw the noise.

    Args:
        rng: Keyed to the row and the condition, not to the level, so that the levels of one row
            share their noise and differ in its strength alone.
        level: Signal-to-noise ratio in dB over the speech-active part.
        ceiling: Largest peak of the result.
    """
    return {"snr_db": float(level), "seed": int(rng.integers(2**31)), "ceiling": ceiling}


# Levels of one row use the same noise one after the other.
@lru_cache(maxsize=1)
def gaussian(seed: int, frames: int) -> np.ndarray:
    """White Gaussian noise of unit variance, shape ``(frames,)``, float32, read-only."""
    noise = np.random.default_rng(seed).standard_normal(frames, dtype=np.float32)
    noise.flags.writeable = False
    return noise


def apply(
    samples: np.ndarray, sampling_rate: int, params: Params, assets: Assets | None = None
) -> Changed:
    """Add the noise.

    Returns:
        Float32 samples of the same shape, and what :func:`mix_at_snr` measured.

    Raises:
        SilentClipError: The clip has no speech.
    """
    noise = gaussian(params["seed"], samples.size)
    return mix_at_snr(samples, noise, sampling_rate, params["snr_db"], params["ceiling"])
