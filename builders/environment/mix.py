"""Mix noise into speech at a signal-to-noise ratio."""

from __future__ import annotations

from typing import Any

import numpy as np

from builders.audio.level import CEILING, fit_full_scale, rms, speech_level, to_db
from builders.errors import VivavoceError

_ACCURACY_DB = 0.1


class SilentNoiseError(VivavoceError):
    """Noise that is silent where the clip speaks, and so has no ratio to it."""


def mix_at_snr(
    samples: np.ndarray,
    noise: np.ndarray,
    sampling_rate: int,
    snr_db: float,
    ceiling: float = CEILING,
) -> tuple[np.ndarray, dict[str, Any]]:
    """Add noise so that speech and noise stand in a given ratio where speech is active.

    Both powers are taken over the same samples, those that :func:`speech_level` calls active.
    Where the mixture would exceed ``ceiling``, speech and noise are scaled down together: the
    ratio stays, and the gain is reported.

    Args:
        samples: Shape ``(frames,)``.
        noise: Shape ``(frames,)``, any level.
        sampling_rate: In Hz.
        snr_db: Signal-to-noise ratio in dB.
        ceiling: Largest peak of the mixture.

    Returns:
        The mixture, float32, shape ``(frames,)``, and ``snr_db`` as measured on it, ``gain`` and
        ``speech_db`` (active level of the clean speech, dB relative to full scale).

    Raises:
        SilentClipError: The clip has no speech.
        SilentNoiseError: The noise is silent where the speech is.
        VivavoceError: The ratio is so far from 0 dB that rounding would miss it.
    """
    level = speech_level(samples, sampling_rate)
    noise_rms = rms(noise, level.active)
    if noise_rms == 0.0:
        raise SilentNoiseError("the noise is silent where the clip speaks; choose another file")
    factor = level.rms / noise_rms * 10.0 ** (-snr_db / 20.0)
    mixture = noise * np.float32(factor)
    mixture += samples
    mixture, gain = fit_full_scale(mixture, ceiling)
    rest = rms(mixture - samples * np.float32(gain), level.active)
    reached = to_db(level.rms * gain / rest) if rest and gain else float("inf")
    if not abs(reached - snr_db) <= _ACCURACY_DB:
        raise VivavoceError(f"{snr_db:g} dB is lost in rounding; ask for a ratio nearer to 0 dB")
    return mixture, {
        "snr_db": round(reached, 3) + 0.0,
        "gain": round(gain, 6),
        "speech_db": round(level.db, 2),
    }
