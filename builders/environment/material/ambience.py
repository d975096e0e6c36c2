"""Everyday backgrounds made by rule: rain, wind, traffic, a fan, a murmuring room, surf.

They stand in for recordings where nothing can be downloaded, and carry no one's licence. For
published sets, recorded corpora (``folders.py``) are closer to what the papers used.
"""

from __future__ import annotations

import numpy as np

from builders.environment.material.coloured import pink, power_law, shaped, speech_shaped


def _slow(rng: np.random.Generator, frames: int, sampling_rate: int, hertz: float) -> np.ndarray:
    """Smooth random curve between 0 and 1 that changes about ``hertz`` times a second."""
    # Drawn at 100 Hz and drawn out: nothing in it is faster than a few hertz.
    points = max(16, round(frames / sampling_rate * 100))
    frequency = np.fft.rfftfreq(points, 0.01)
    curve = shaped(rng, points, np.exp(-0.5 * (frequency / hertz) ** 2))
    curve = 0.5 + 0.5 * np.tanh(curve / curve.std())
    places = np.arange(frames) * (points / frames)
    return np.interp(places, np.arange(points), curve, period=points)


def _band(
    rng: np.random.Generator, frames: int, sampling_rate: int, low: float, high: float
) -> np.ndarray:
    """Unit-variance noise between two frequencies with soft edges."""
    frequency = np.maximum(np.fft.rfftfreq(frames, 1.0 / sampling_rate), 1e-3)
    amplitude = 1.0 / (1.0 + (low / frequency) ** 4) / (1.0 + (frequency / high) ** 4)
    noise = shaped(rng, frames, amplitude)
    return noise / noise.std()


def _strikes(
    rng: np.random.Generator, frames: int, sampling_rate: int, a_second: float, decay: float
) -> np.ndarray:
    """Decaying tones at random moments, as of drops or dishes, wrapped around the end."""
    result = np.zeros(frames)
    length = min(frames, int(6 * decay * sampling_rate))
    t = np.arange(length) / sampling_rate
    envelope = np.exp(-t / decay)
    for _ in range(int(a_second * frames / sampling_rate)):
        pitch = rng.uniform(1500.0, 0.4 * sampling_rate)
        begin = int(rng.integers(frames))
        strike = rng.exponential() * envelope * np.sin(2 * np.pi * pitch * t)
        head = min(length, frames - begin)
        result[begin : begin + head] += strike[:head]
        result[: length - head] += strike[head:]
    return result


def rain(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Steady hiss with single drops."""
    hiss = _band(rng, frames, sampling_rate, 800.0, 6000.0)
    return hiss + 1.5 * _strikes(rng, frames, sampling_rate, 25.0, 0.004)


def wind(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Rumble and whistle that swell with the gusts."""
    gust = _slow(rng, frames, sampling_rate, 0.3)
    low = _band(rng, frames, sampling_rate, 60.0, 300.0)
    high = _band(rng, frames, sampling_rate, 350.0, 900.0)
    return low * (0.2 + gust) + 0.7 * high * gust**3


def traffic(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Distant rumble and cars that pass."""
    rumble = power_law(rng, frames, sampling_rate, 2.0)
    tyres = _band(rng, frames, sampling_rate, 200.0, 1800.0)
    passing = _slow(rng, frames, sampling_rate, 0.15) ** 2
    return rumble / rumble.std() * 0.7 + tyres * passing


def fan(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Airflow and the hum of a motor."""
    t = np.arange(frames) / sampling_rate
    base = round(rng.uniform(90.0, 130.0))
    hum = sum(np.sin(2 * np.pi * base * k * t + rng.uniform(0, 6.28)) / k for k in range(1, 7))
    air = pink(rng, frames, sampling_rate)
    return air / air.std() + 0.5 * hum


def murmur(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """A full room: noise with the spectrum and the syllable rate of speech, and dishes."""
    voices = np.zeros(frames)
    for _ in range(6):
        voice = speech_shaped(rng, frames, sampling_rate)
        syllables = _slow(rng, frames, sampling_rate, 4.0) * _slow(rng, frames, sampling_rate, 0.5)
        voices += voice / voice.std() * syllables
    return voices / voices.std() + 0.4 * _strikes(rng, frames, sampling_rate, 1.2, 0.03)


def surf(rng: np.random.Generator, frames: int, sampling_rate: int) -> np.ndarray:
    """Waves on a beach."""
    wave = _slow(rng, frames, sampling_rate, 0.12)
    deep = _band(rng, frames, sampling_rate, 80.0, 700.0)
    foam = _band(rng, frames, sampling_rate, 700.0, 5000.0)
    return deep * (0.3 + 0.7 * wave) + 0.8 * foam * wave**2


TRACKS = {
    "rain": rain,
    "wind": wind,
    "traffic": traffic,
    "fan": fan,
    "murmur": murmur,
    "surf": surf,
}
