"""Digital silence in place of the words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from builders.environment.assets import Assets


def draw(rng: np.random.Generator, folders: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Nothing is drawn."""
    return {}


def make(
    drawn: dict[str, Any], begin: int, frames: int, sampling_rate: int, assets: Assets
) -> np.ndarray:
    """Zeros, shape ``(frames,)``."""
    return np.zeros(frames)
