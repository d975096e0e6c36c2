"""Several talkers at once in place of the words, as if they had been talking all along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from builders.environment import material
from builders.masking.music import make

__all__ = ["draw", "make"]


def draw(rng: np.random.Generator, folders: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Draw a track of babble and the place where it begins.

    The talkers come from the folder named ``babble``, or are the embedded voices.
    """
    return {"sound": material.draw(rng, "babble", folders=folders)}
