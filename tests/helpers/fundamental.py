"""Fundamental frequency by autocorrelation, for tests that measure pitch."""

from __future__ import annotations

import numpy as np

WINDOW = 0.05
HOP = 0.01


def track(samples: np.ndarray, rate: int, low: float = 60, high: float = 700) -> np.ndarray:
    """Fundamental frequency in Hz every 10 ms; NaN where the clip is not voiced."""
    size, hop = round(WINDOW * rate), round(HOP * rate)
    window = np.hanning(size)
    bias = np.fft.irfft(np.abs(np.fft.rfft(window, 4 * size)) ** 2)[:size]
    loud = np.sqrt(np.mean(np.square(samples)))
    first, last = int(rate / high), int(rate / low)
    found = []
    for start in range(0, samples.size - size, hop):
        frame = samples[start : start + size]
        power = np.abs(np.fft.rfft((frame - frame.mean()) * window, 4 * size)) ** 2
        auto = np.fft.irfft(power)[:size]
        found.append(np.nan)
        if np.sqrt(np.mean(frame**2)) < 0.3 * loud or auto[0] <= 0:
            continue
        auto = auto / auto[0] * bias[0] / np.maximum(bias, 1e-9)
        part = auto[first:last]
        lag = int(np.argmax(part))
        # The first peak that is nearly as high: the highest may be an octave too low.
        near = [
            k
            for k in range(1, part.size - 1)
            if part[k] >= part[k - 1] and part[k] >= part[k + 1] and part[k] > 0.9 * part[lag]
        ]
        lag = near[0] if near else lag
        if not 0 < lag < part.size - 1 or part[lag] < 0.7:
            continue
        a, b, c = part[lag - 1 : lag + 2]
        curve = a - 2 * b + c
        found[-1] = rate / (first + lag + (0.5 * (a - c) / curve if curve else 0.0))
    return np.array(found)


def cents(before: np.ndarray, after: np.ndarray, rate: int, octaves: float = 0.0) -> float:
    """Median difference in cents between two clips of the same words at any two tempos.

    ``octaves`` is the shift that is expected; it widens the search range and is not taken off.
    """
    factor = 2**octaves
    one = track(before, rate)
    other = track(after, rate, 60 * min(1.0, factor), 700 * max(1.0, factor))
    # Frame centres, as shares of each clip.
    at = (np.arange(one.size) * HOP + WINDOW / 2) * rate / before.size
    there = (np.arange(other.size) * HOP + WINDOW / 2) * rate / after.size
    nearest = np.clip(np.searchsorted(there, at), 0, other.size - 1)
    steps = 1200 * np.log2(other[nearest] / one)
    steps = steps[np.isfinite(steps)]
    # Octave errors of the tracker are no pitch.
    steps = steps[np.abs(steps - 1200 * octaves) < 600]
    assert steps.size >= 20, f"only {steps.size} voiced frames in common"
    return float(np.median(steps))
