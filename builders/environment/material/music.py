"""Short pieces made by rule: chords, bass and a broken-chord melody from added harmonics."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

_MAJOR = (0, 2, 4, 5, 7, 9, 11)
_MINOR = (0, 2, 3, 5, 7, 8, 10)
# Degrees of the scale on which each bar's triad stands, counted from 0.
_PROGRESSIONS = ((0, 4, 5, 3), (0, 5, 3, 4), (0, 3, 4, 0), (5, 3, 0, 4))


def _tone(
    midi: float, seconds: float, sampling_rate: int, decay: float, brightness: float
) -> np.ndarray:
    """One note with harmonics that fall off as ``k ** -brightness``."""
    t = np.arange(int(seconds * sampling_rate)) / sampling_rate
    pitch = 440.0 * 2.0 ** ((midi - 69) / 12.0)
    count = max(1, min(8, int(0.45 * sampling_rate / pitch)))
    note = np.zeros(t.size)
    for k in range(1, count + 1):
        note += k**-brightness * np.sin(2 * np.pi * pitch * k * t) * np.exp(-t * k**0.5 / decay)
    ramp = np.minimum(1.0, np.minimum(t, t[-1] - t) / 0.01)
    return note * ramp


def piece(
    rng: np.random.Generator,
    frames: int,
    sampling_rate: int,
    *,
    scale: tuple[int, ...],
    beats_a_minute: float,
    brightness: float,
) -> np.ndarray:
    """A piece of ``frames`` samples in one key.

    Args:
        rng: Draws key, progression and melody.
        frames: Number of samples.
        sampling_rate: In Hz.
        scale: Semitones of the seven degrees above the root.
        beats_a_minute: Tempo; a bar has four beats.
        brightness: Higher is duller.
    """
    root = 48 + int(rng.integers(12))
    progression = _PROGRESSIONS[int(rng.integers(len(_PROGRESSIONS)))]
    beat = 60.0 / beats_a_minute
    result = np.zeros(frames)

    def degree(step: int) -> int:
        return root + scale[step % 7] + 12 * (step // 7)

    def add(at: float, note: np.ndarray, gain: float) -> None:
        begin = int(at * sampling_rate)
        length = min(note.size, frames - begin)
        if length > 0:
            result[begin : begin + length] += gain * note[:length]

    bars = int(np.ceil(frames / sampling_rate / (4 * beat)))
    for bar in range(bars):
        start, base = 4 * beat * bar, progression[bar % 4]
        for third in (0, 2, 4):
            pad = _tone(degree(base + third), 4 * beat, sampling_rate, 3.0, brightness)
            add(start, pad, 0.5)
        add(start, _tone(degree(base) - 12, 2 * beat, sampling_rate, 1.0, brightness), 0.9)
        add(start + 2 * beat, _tone(degree(base) - 12, 2 * beat, sampling_rate, 1.0, 2.0), 0.7)
        for eighth in range(8):
            step = base + 7 + int(rng.choice([0, 2, 4, 7]))
            if rng.random() < 0.8:
                note = _tone(degree(step), 0.9 * beat, sampling_rate, 0.4, brightness)
                add(start + eighth * beat / 2, note, 0.6)
    return result


def _style(**choices: object) -> Callable[[np.random.Generator, int, int], np.ndarray]:
    def make(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
        return piece(rng, frames, sampling_rate, **choices)  # type: ignore[arg-type]

    return make


TRACKS = {
    "major_slow": _style(scale=_MAJOR, beats_a_minute=72.0, brightness=1.5),
    "major_fast": _style(scale=_MAJOR, beats_a_minute=128.0, brightness=1.1),
    "minor_slow": _style(scale=_MINOR, beats_a_minute=66.0, brightness=1.8),
    "minor_fast": _style(scale=_MINOR, beats_a_minute=116.0, brightness=1.2),
}
