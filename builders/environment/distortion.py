"""Amplitude clipping (VocalBench-zh ``distortion``).

The clip is scaled to a peak of 1 and cut at plus and minus the threshold. At a threshold of 0.0001
little more than the sign of the signal is left, at −80 dB. The papers are silent about the level
of what they publish; here the result is brought back to the speech-active level of the clean
clip, as far as full scale allows, so that the condition tests distortion and not loudness.
"""

from __future__ import annotations

import numpy as np

from builders.audio.level import CEILING, SilentClipError, rms, speech_level
from builders.environment.assets import Assets
from builders.environment.contract import Ceiling, Changed, Params, decimals
from builders.errors import VivavoceError

LEVELS = (0.5, 0.1, 0.01, 0.001, 0.0001)
HEADLINE = 0.0001


def label(level: float) -> str:
    """Published name of a level, such as ``clipping_0.0001``."""
    return f"clipping_{decimals(level, 4)}"


def plan(rng: np.random.Generator, level: float, *, ceiling: Ceiling = CEILING) -> Params:
    """Fix the threshold; nothing is drawn.

    Args:
        rng: Not used.
        level: Threshold in (0, 1], relative to the peak of the clip.
        ceiling: Largest peak of the result.

    Raises:
        VivavoceError: The threshold is out of range.
    """
    if not 0.0 < level <= 1.0:
        raise VivavoceError(f"distortion: the threshold must lie in (0, 1], not {level:g}")
    return {"threshold": float(level), "ceiling": ceiling}


def apply(
    samples: np.ndarray, sampling_rate: int, params: Params, assets: Assets | None = None
) -> Changed:
    """Clip the clip.

    Returns:
        Float32 samples of the same shape; ``clipped`` (share of the samples at the threshold),
        ``gain`` from the peak-normalised, clipped signal to the result, and ``peak`` (of the
        result, that is ``threshold · gain``).

    Raises:
        SilentClipError: The clip has no speech.
    """
    peak = float(np.abs(samples).max()) if samples.size else 0.0
    if peak == 0.0:
        raise SilentClipError("the clip holds only digital silence; there is no peak to clip at")
    level = speech_level(samples, sampling_rate)
    threshold = params["threshold"]
    # Compare on the clip's own scale, where the division by the peak rounds nothing away.
    limit = np.float32(threshold * peak)
    clipped = np.clip(samples, -limit, limit)
    share = float(np.mean(np.abs(samples) >= limit))
    restore = level.rms / rms(clipped, level.active)
    gain = min(restore, params["ceiling"] / float(limit))
    result = (clipped * np.float32(gain)).astype(np.float32, copy=False)
    return result, {
        "clipped": round(share, 6),
        "gain": round(gain * peak, 6),
        "peak": round(float(limit) * gain, 6),
    }
