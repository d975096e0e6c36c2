"""EAR masking: hide the answer, or one function word, in a recording.

A masker is a module with ``draw(rng, folders) -> dict`` (JSON values that fix the sound) and
``make(drawn, begin, frames, sampling_rate, assets) -> samples`` (``frames`` samples of that sound
from sample ``begin`` of the clip on, of any level).
"""

from __future__ import annotations

import importlib
from typing import Any

from builders.errors import unknown_name

MASKERS = {
    "white_noise": "builders.masking.white_noise",
    "silence": "builders.masking.silence",
    "music": "builders.masking.music",
    "multi_speaker": "builders.masking.multi_speaker",
}


def masker(name: str, where: str = "") -> Any:
    """Module of a mask type.

    Raises:
        VivavoceError: The name is not registered; the message names the closest.
    """
    if name not in MASKERS:
        raise unknown_name("mask type", name, MASKERS, where)
    return importlib.import_module(MASKERS[name])


__all__ = ["MASKERS", "masker"]
