"""Where words end: at the next word, or where their sound dies away."""

from __future__ import annotations

import numpy as np

_HOP = 0.005
_WINDOW = 0.02
_DROP_DB = 25.0
_QUIET = 0.04


def word_ends(
    samples: np.ndarray, sampling_rate: int, starts: np.ndarray, ends: np.ndarray
) -> np.ndarray:
    """Extend early word ends.

    A CTC model reports a phone in one or two frames and then stays silent, so the last phone of
    a word is longer than reported. A word lasts until the next one starts, or until the level has
    been 25 dB under the word's peak (or at the noise floor of the gap) for 40 ms.

    Args:
        samples: Mono, shape ``(frames,)``.
        sampling_rate: In Hz.
        starts: Start of each word in seconds, ``nan`` where unknown.
        ends: End of each word as reported, ``nan`` where unknown.

    Returns:
        Ends in seconds, never past the next start; ``nan`` stays ``nan``.
    """
    level = levels(samples, sampling_rate)
    total = samples.size / sampling_rate
    result = ends.copy()
    known = np.flatnonzero(~np.isnan(starts))
    for position, word in enumerate(known):
        limit = starts[known[position + 1]] if position + 1 < known.size else total
        result[word] = _fall(level, starts[word], min(ends[word], limit), limit)
    return result


def levels(samples: np.ndarray, sampling_rate: int) -> np.ndarray:
    """Short-time level in dB every 5 ms, each over the 20 ms around it."""
    hop, window = round(_HOP * sampling_rate), round(_WINDOW * sampling_rate)
    power = np.concatenate([[0.0], np.cumsum(np.square(samples, dtype=np.float64))])
    centres = np.arange(0, samples.size + 1, hop)
    left = np.clip(centres - window // 2, 0, samples.size)
    right = np.clip(centres + window // 2, 0, samples.size)
    mean = np.maximum(power[right] - power[left], 0.0) / np.maximum(right - left, 1)
    return 10.0 * np.log10(mean + 1e-10)


def _fall(level: np.ndarray, start: float, end: float, limit: float) -> float:
    first, last, stop = (round(t / _HOP) for t in (start, end, limit))
    peak = level[first : max(last, first) + 1].max()
    gap = level[last : stop + 1]
    if gap.size == 0:
        return limit
    # In a noisy recording nothing falls by 25 dB: half way down to the gap's floor counts too.
    threshold = max(peak - _DROP_DB, min(gap.min() + 6.0, peak - 12.0))
    need = round(_QUIET / _HOP)
    if gap.size < need:
        return limit
    quiet = np.convolve(gap < threshold, np.ones(need, int), "valid")
    fallen = np.flatnonzero(quiet == need)
    return min(limit, float(last + fallen[0]) * _HOP) if fallen.size else limit
