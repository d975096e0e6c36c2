"""Speaking rate: 0.25 to 2 times as fast, at the same pitch."""

from __future__ import annotations

import numpy as np

from builders.errors import VivavoceError
from builders.item import Word
from builders.speech.variants.stretch import stretch

RANGE = (0.25, 2.0)
"""Rates of VoiceBench."""


def change_speed(samples: np.ndarray, sampling_rate: int, rate: float) -> np.ndarray:
    """Make a clip ``rate`` times as fast, by time stretching that keeps the pitch.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        sampling_rate: In Hz.
        rate: 0.25–2.0; 0.5 doubles the duration.

    Returns:
        Shape ``(round(frames / rate),)``, float32.

    Raises:
        VivavoceError: The rate is out of range.
    """
    check_rate(rate)
    if rate == 1.0:
        return np.asarray(samples, dtype=np.float32)
    return stretch(samples, sampling_rate, speed=rate)


def check_rate(rate: float) -> None:
    """Refuse a rate out of range.

    Raises:
        VivavoceError: It is below 0.25 or above 2.
    """
    if not RANGE[0] <= rate <= RANGE[1]:
        raise VivavoceError(f"speaking rate {rate:g} is out of range: {RANGE[0]} to {RANGE[1]}")


def words_at_speed(words: tuple[Word, ...] | None, rate: float) -> tuple[Word, ...] | None:
    """Word times of a clip after its speed was changed."""
    if words is None or rate == 1.0:
        return words
    return tuple(
        w.model_copy(update={"start": round(w.start / rate, 4), "end": round(w.end / rate, 4)})
        for w in words
    )
