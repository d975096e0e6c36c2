"""Signalsmith Stretch, set up so that the same input always gives the same samples."""

from __future__ import annotations

import numpy as np

_SEED = 1
"""Seed of the phases that a long stretch fills in; any fixed number will do."""


def stretch(
    samples: np.ndarray, sampling_rate: int, *, speed: float = 1.0, semitones: float = 0.0
) -> np.ndarray:
    """Change tempo and pitch independently.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        sampling_rate: In Hz.
        speed: Factor by which the clip gets faster.
        semitones: Steps by which it gets higher.

    Returns:
        Shape ``(round(frames / speed),)``, float32. Phases fall anew, which may raise the peak;
        the clip is scaled where it would exceed full scale.
    """
    from python_stretch import Signalsmith

    engine = Signalsmith.Stretch(_SEED)
    engine.preset(1, sampling_rate)
    engine.setTimeFactor(speed)
    engine.setTransposeSemitones(semitones)
    # A copy, because the library takes no read-only array.
    made = np.asarray(engine.process(np.array(samples, dtype=np.float32, order="C")[None]))[0]
    frames = max(1, round(samples.size / speed))
    made = np.pad(made, (0, max(0, frames - made.size)))[:frames]
    peak = float(np.abs(made).max())
    return np.asarray(made / max(1.0, peak), dtype=np.float32)
