"""Music in place of the words, as if it had been playing through the whole clip."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from builders.environment import material
from builders.environment.assets import Assets

FOLDER = "music_recordings"
"""Name under ``folders`` of a corpus of recordings; music made by rule is taken otherwise."""


def draw(rng: np.random.Generator, folders: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Draw a track and the place where it begins."""
    corpus = FOLDER if folders and FOLDER in folders else "music"
    return {"sound": material.draw(rng, corpus, kind="music", folders=folders)}


def make(
    drawn: dict[str, Any], begin: int, frames: int, sampling_rate: int, assets: Assets
) -> np.ndarray:
    """The part of the track that falls on these samples, shape ``(frames,)``."""
    sound = drawn["sound"]
    moved = {**sound, "start": sound["start"] + begin / sampling_rate}
    return material.render(moved, frames, sampling_rate, assets)
