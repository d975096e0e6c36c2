"""Pitch: up to 20 semitones lower or higher, at the same tempo."""

from __future__ import annotations

import numpy as np

from builders.errors import VivavoceError
from builders.speech.variants.stretch import stretch

RANGE = (-20.0, 20.0)
"""Semitones of VoiceBench, which are those of the Google engine."""


def change_pitch(samples: np.ndarray, sampling_rate: int, semitones: float) -> np.ndarray:
    """Transpose a clip; its duration stays to the sample, its formants move along.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        sampling_rate: In Hz.
        semitones: −20 to 20; 12 doubles the fundamental frequency.

    Returns:
        Shape ``(frames,)``, float32.

    Raises:
        VivavoceError: The step is out of range.
    """
    check_semitones(semitones)
    if semitones == 0.0:
        return np.asarray(samples, dtype=np.float32)
    return stretch(samples, sampling_rate, semitones=semitones)


def check_semitones(semitones: float) -> None:
    """Refuse a step out of range.

    Raises:
        VivavoceError: It is below −20 or above 20 semitones.
    """
    if not RANGE[0] <= semitones <= RANGE[1]:
        raise VivavoceError(
            f"pitch {semitones:g} semitones is out of range: {RANGE[0]:g} to {RANGE[1]:g}"
        )
