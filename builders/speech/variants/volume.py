"""Volume: a gain in dB that is exact or refused."""

from __future__ import annotations

import numpy as np

from builders.audio.level import from_db, to_db
from builders.errors import VivavoceError

RANGE = (-96.0, 16.0)
"""Gains of the Google engine in dB."""

EXACT = 0.1
"""Difference from the wanted gain in dB that 16-bit samples may make."""

FULL_SCALE = 32768


class HeadroomError(ValueError):
    """A gain would drive a clip over full scale, or below what its samples can hold."""


def change_volume(samples: np.ndarray, db: float) -> np.ndarray:
    """Make a clip louder or softer.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        db: −96 to 16.

    Returns:
        Shape ``(frames,)``, float32.

    Raises:
        VivavoceError: The gain is out of range.
        HeadroomError: The result would clip, or be so soft that 16-bit samples do not hold it;
            either would make the gain untrue.
    """
    check_gain(db)
    peak = float(np.abs(samples).max(initial=0.0)) * from_db(db)
    if db > 0 and peak > 1.0:
        raise HeadroomError(f"{db:g} dB would drive the peak to {to_db(peak):+.1f} dBFS")
    made = np.asarray(samples * np.float32(from_db(db)), dtype=np.float32)
    if db < 0 and (power := float(np.square(samples, dtype=np.float64).sum())) > 0:
        kept = float(np.square(np.round(made * FULL_SCALE) / FULL_SCALE, dtype=np.float64).sum())
        reached = to_db((kept / power) ** 0.5) if kept else -np.inf
        if abs(reached - db) > EXACT:
            raise HeadroomError(f"{db:g} dB would be {reached:.1f} dB in 16-bit samples")
    return made


def check_gain(db: float) -> None:
    """Refuse a gain out of range.

    Raises:
        VivavoceError: It is below −96 or above 16 dB.
    """
    if not RANGE[0] <= db <= RANGE[1]:
        raise VivavoceError(f"volume {db:g} dB is out of range: {RANGE[0]:g} to {RANGE[1]:g}")
