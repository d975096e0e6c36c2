"""Noise with a smooth spectrum: pink, brown, blue, and the long-term spectrum of speech."""

from __future__ import annotations

import numpy as np


def shaped(rng: np.random.Generator, frames: int, amplitude: np.ndarray) -> np.ndarray:
    """Gaussian noise with a given amplitude spectrum.

    Args:
        rng: Source of the noise.
        frames: Number of samples.
        amplitude: Shape ``(frames // 2 + 1,)``, at the frequencies of ``numpy.fft.rfftfreq``.

    Returns:
        Shape ``(frames,)``, periodic in ``frames``, so that a whole track loops by itself.
    """
    spectrum = np.fft.rfft(rng.standard_normal(frames)) * amplitude
    return np.fft.irfft(spectrum, frames)


def power_law(
    rng: np.random.Generator, frames: int, sampling_rate: int, exponent: float
) -> np.ndarray:
    """Noise whose power falls with frequency as ``f ** -exponent``, flat below 20 Hz."""
    frequency = np.fft.rfftfreq(frames, 1.0 / sampling_rate)
    return shaped(rng, frames, np.maximum(frequency, 20.0) ** (-exponent / 2.0))


def pink(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Power falls by 3 dB an octave."""
    return power_law(rng, frames, sampling_rate, 1.0)


def brown(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Power falls by 6 dB an octave."""
    return power_law(rng, frames, sampling_rate, 2.0)


def blue(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Power rises by 3 dB an octave."""
    return power_law(rng, frames, sampling_rate, -1.0)


def speech_shaped(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Flat from 100 to 500 Hz and −9 dB an octave above: roughly the long-term speech spectrum."""
    frequency = np.fft.rfftfreq(frames, 1.0 / sampling_rate)
    amplitude = np.maximum(frequency / 500.0, 1.0) ** -1.5
    return shaped(rng, frames, amplitude * np.minimum(frequency / 100.0, 1.0))


TRACKS = {"pink": pink, "brown": brown, "blue": blue, "speech_shaped": speech_shaped}
