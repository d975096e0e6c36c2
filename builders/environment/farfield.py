"""Distance as lost treble: a low-pass filter (VocalBench-zh ``farfield``).

A Butterworth filter runs forwards and backwards, so that nothing is delayed. Two passes of order
``order`` fall off as one of order ``2 · order``; the design frequency is shifted so that the pair
together, not each pass, is 3 dB down at the cut-off. The level is left as the filter leaves it,
unless ``restore_level`` asks for that of the clean clip.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import numpy as np
from pydantic import Field

from builders.audio.clip import SAMPLING_RATE
from builders.audio.level import CEILING, fit_full_scale, rms, speech_level
from builders.environment.assets import Assets
from builders.environment.contract import Ceiling, Changed, Params
from builders.errors import VivavoceError

LEVELS = (100, 200, 300, 400, 500, 600, 700, 800)
HEADLINE = 400


def label(level: float) -> str:
    """Published name of a level, such as ``filter_400hz``."""
    return f"filter_{level:g}hz"


def plan(
    rng: np.random.Generator,
    level: float,
    *,
    order: Annotated[int, Field(ge=1)] = 2,
    restore_level: bool = False,
    ceiling: Ceiling = CEILING,
) -> Params:
    """Fix the filter; nothing is drawn.

    Args:
        rng: Not used.
        level: Frequency in Hz at which the result is 3 dB down.
        order: Order of one pass; the slope is ``12 · order`` dB per octave.
        restore_level: Bring the result back to the speech-active level of the clean clip, as far
            as full scale allows.
        ceiling: Largest peak of the result.

    Raises:
        VivavoceError: Nothing of what is published lies on one side of the frequency.
    """
    if not 0.0 < level < SAMPLING_RATE / 2:
        raise VivavoceError(
            f"farfield: the cut-off must lie in 0–{SAMPLING_RATE / 2:g} Hz, not {level:g}"
        )
    return {
        "cutoff_hz": float(level),
        "order": order,
        "restore_level": restore_level,
        "ceiling": ceiling,
    }


@lru_cache(maxsize=32)
def design(cutoff_hz: float, order: int, sampling_rate: int) -> np.ndarray:
    """Second-order sections of one pass, shape ``(sections, 6)``.

    Raises:
        VivavoceError: The cut-off does not lie between 0 and half the sampling rate.
    """
    from scipy.signal import butter

    if not 0.0 < cutoff_hz < sampling_rate / 2:
        raise VivavoceError(
            f"farfield: a cut-off of {cutoff_hz:g} Hz is outside 0–{sampling_rate / 2:g} Hz"
        )
    # |H|² of one pass is 1 / (1 + (w/wc)^2n). Two passes are 3 dB down where its square is 1/2,
    # that is at w = wc (√2 − 1)^(1/2n); w is the frequency after the bilinear transform's warping.
    warped = np.tan(np.pi * cutoff_hz / sampling_rate)
    design_warped = warped / (np.sqrt(2.0) - 1.0) ** (1.0 / (2 * order))
    return butter(order, 2.0 * np.arctan(design_warped) / np.pi, output="sos")


def apply(
    samples: np.ndarray, sampling_rate: int, params: Params, assets: Assets | None = None
) -> Changed:
    """Filter the clip.

    Returns:
        Float32 samples of the same shape, and ``gain`` from the filtered signal to the result: 1
        unless the level was restored or the filter overshot full scale.

    Raises:
        VivavoceError: The cut-off is not below half the sampling rate.
        SilentClipError: The level of a clip without speech was to be restored.
    """
    from scipy.signal import sosfiltfilt

    sections = design(params["cutoff_hz"], params["order"], sampling_rate)
    # Mirror a few periods of the cut-off, or the ends would ring.
    padding = min(samples.size - 1, int(4 * sampling_rate / params["cutoff_hz"]))
    filtered = sosfiltfilt(sections, samples, padlen=padding)
    restore = 1.0
    if params["restore_level"]:
        level = speech_level(samples, sampling_rate)
        restore = level.rms / rms(filtered, level.active)
    filtered, fit = fit_full_scale(filtered * restore, params["ceiling"])
    return filtered, {"gain": round(restore * fit, 6)}
