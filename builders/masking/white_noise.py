"""Gaussian white noise in place of the words: the mask of the paper's main results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from builders.environment.assets import Assets


def draw(rng: np.random.Generator, folders: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Draw the seed of the noise."""
    return {"noise_seed": int(rng.integers(2**53))}


def make(
    drawn: dict[str, Any], begin: int, frames: int, sampling_rate: int, assets: Assets
) -> np.ndarray:
    """Noise of unit variance, shape ``(frames,)``."""
    return np.random.default_rng([drawn["noise_seed"], begin]).standard_normal(frames)
