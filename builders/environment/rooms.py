"""A bank of simulated rooms: impulse responses of a wanted RT60.

Image sources up to the third order and ray tracing after it (pyroomacoustics): a pure image-source
response of 3 s would need reflections of order 400. Sabine's formula is only a first guess of the
absorption, so the RT60 of every response is measured and the absorption corrected until it is
within :data:`TOLERANCE` of what was asked. Walls absorb all frequencies alike and the air nothing:
with the air's absorption a room of 3 s over all frequencies has 3.4 s at 500 Hz and 2.3 s at 4 kHz,
and the level would not say what is heard. Lost treble is a condition of its own, ``farfield``.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from builders.environment.assets import Assets
from builders.errors import VivavoceError
from builders.step import keyed_rng

TOLERANCE = 0.03
"""Relative error of RT60 at which the search for the absorption ends."""

VERSION = 1
_REFUSE = 0.10
_TRIES = 8
_DECAY_DB = -60.0
_SHORTEST = 0.1
_GRID = 4096
_MOST_SPECTRA = 2
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True)
class Room:
    """One impulse response, from the arrival of the direct path.

    Attributes:
        response: Shape ``(taps,)``, float32; the direct path stands at tap 0.
        facts: JSON values: ``rt60`` measured, ``size`` in metres, ``distance`` from mouth to
            microphone in metres, ``absorption`` of the walls.
    """

    response: np.ndarray
    facts: dict[str, Any]
    _spectra: dict[int, np.ndarray] = field(default_factory=dict, repr=False, compare=False)

    def play(self, samples: np.ndarray) -> np.ndarray:
        """Convolve a clip with the response.

        Args:
            samples: Shape ``(frames,)``.

        Returns:
            Shape ``(frames + taps - 1,)``, float32.
        """
        from scipy import fft

        # Half the time of scipy.signal.fftconvolve: the spectrum of the response is kept, and
        # lengths lie on a grid on which the transform is fast and kept spectra are met again.
        frames = samples.size + self.response.size - 1
        length = _GRID * fft.next_fast_len(-(-frames // _GRID), real=True)
        spectrum = self._spectra.get(length)
        if spectrum is None:
            if len(self._spectra) >= _MOST_SPECTRA:
                self._spectra.pop(next(iter(self._spectra)))
            spectrum = self._spectra[length] = fft.rfft(self.response, length)
        wet = fft.rfft(np.asarray(samples, dtype=np.float32), length)
        wet *= spectrum
        return fft.irfft(wet, length)[:frames]


def schroeder_rt60(
    response: np.ndarray, sampling_rate: int, begin_db: float = -5.0, end_db: float = -35.0
) -> float:
    """Reverberation time by backward integration (Schroeder 1965), extrapolated to −60 dB.

    Args:
        response: Impulse response, shape ``(taps,)``.
        sampling_rate: In Hz.
        begin_db: Where the straight line begins on the decay curve.
        end_db: Where it ends; −5 to −35 dB is T30 of ISO 3382.

    Returns:
        Seconds to fall by 60 dB.

    Raises:
        VivavoceError: The response does not decay as far as ``end_db``.
    """
    energy = np.cumsum(np.square(response[::-1], dtype=np.float64))[::-1]
    if energy.size == 0 or energy[0] <= 0.0:
        raise VivavoceError("the impulse response is silent")
    decay = 10.0 * np.log10(np.maximum(energy / energy[0], 1e-30))
    begin, end = int(np.argmax(decay < begin_db)), int(np.argmax(decay < end_db))
    if end - begin < 2:
        raise VivavoceError(f"the impulse response does not decay from {begin_db} to {end_db} dB")
    slope = np.polyfit(np.arange(begin, end) / sampling_rate, decay[begin:end], 1)[0]
    return float(-60.0 / slope)


def room(
    rt60: float, index: int, sampling_rate: int, assets: Assets | None = None, seed: int = 0
) -> Room:
    """Room ``index`` of the bank for one RT60, from the store where it was made before.

    Args:
        rt60: Wanted reverberation time in seconds.
        index: Number of the room; size and places are drawn from it.
        sampling_rate: In Hz.
        assets: Where responses are kept; they are kept in memory in any case.
        seed: Seed of the bank.

    Raises:
        VivavoceError: No absorption gives that RT60 in this room.
    """
    import pyroomacoustics

    key = {
        "rt60": float(rt60),
        "room": index,
        "sampling_rate": sampling_rate,
        "seed": seed,
        "version": VERSION,
        "pyroomacoustics": pyroomacoustics.__version__,
    }
    return _from_store(assets or Assets(), tuple(sorted(key.items())))


# Responses of 3 s are 200 kB; the bound keeps 18 of them and their like in memory.
_KEPT: dict[tuple[Any, ...], Room] = {}
_MOST_KEPT = 64


def _from_store(assets: Assets, items: tuple[tuple[str, Any], ...]) -> Room:
    if items not in _KEPT:
        key = dict(items)
        facts, data = assets.cached("rir", key, lambda: _encode(key))
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.pop(next(iter(_KEPT)))
        _KEPT[items] = Room(np.frombuffer(data, dtype="<f4"), facts)
    return _KEPT[items]


def _encode(key: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    made = simulate(key["rt60"], key["room"], key["sampling_rate"], key["seed"])
    return made.facts, made.response.astype("<f4").tobytes()


def simulate(rt60: float, index: int, sampling_rate: int, seed: int = 0) -> Room:
    """Simulate one room; the same arguments give the same response.

    Args:
        rt60: Wanted reverberation time in seconds, 0.1 or more.
        index: Number of the room.
        sampling_rate: In Hz.
        seed: Seed of the bank.

    Raises:
        VivavoceError: No absorption gives that RT60 in this room.
    """
    if rt60 < _SHORTEST:
        raise VivavoceError(f"reverberation: RT60 must be {_SHORTEST} s or more, not {rt60:g}")
    import pyroomacoustics as pra

    rng = keyed_rng(seed, f"rt60 {rt60:g} room {index}", "rir")
    size = rng.uniform([4.0, 3.5, 2.5], [9.0, 7.0, 3.6])
    mouth = np.array([*rng.uniform([1.0, 1.0], size[:2] / 2), rng.uniform(1.2, 1.7)])
    ear = np.array([*rng.uniform(size[:2] / 2, size[:2] - 1.0), rng.uniform(1.0, 1.7)])
    draw = int(rng.integers(2**31))
    absorption = float(min(0.95, pra.inverse_sabine(rt60, size)[0]))
    best: tuple[float, float, np.ndarray] | None = None
    dry, lively = 0.0, 0.0
    for attempt in range(2 * _TRIES):
        response = _respond(size, mouth, ear, absorption, sampling_rate, draw)
        reached = schroeder_rt60(response, sampling_rate)
        error = abs(reached / rt60 - 1.0)
        if best is None or error < best[0]:
            best = (error, absorption, response)
        if error <= TOLERANCE or (attempt >= _TRIES - 1 and best[0] <= _REFUSE):
            break
        if reached > rt60:
            lively = max(lively, absorption)
        else:
            dry = min(dry or 1.0, absorption)
        if attempt >= _TRIES - 1 and lively and dry:
            # The correction swings to and fro in some rooms; what it swings around lies between.
            absorption = (lively + dry) / 2
        else:
            absorption = float(np.clip(absorption * (reached / rt60) ** 1.1, 0.002, 0.99))
    if best is None or best[0] > _REFUSE:
        raise VivavoceError(
            f"reverberation: an RT60 of {rt60:g} s cannot be reached in a room of "
            f"{size[0]:.1f} × {size[1]:.1f} × {size[2]:.1f} m"
        )
    _, absorption, response = best
    distance = float(np.linalg.norm(mouth - ear))
    facts = {
        "rt60": round(schroeder_rt60(response, sampling_rate), 3),
        "size": [round(float(x), 2) for x in size],
        "distance": round(distance, 2),
        "absorption": round(absorption, 4),
    }
    return Room(response, facts)


def _respond(
    size: np.ndarray,
    mouth: np.ndarray,
    ear: np.ndarray,
    absorption: float,
    sampling_rate: int,
    seed: int,
) -> np.ndarray:
    import pyroomacoustics as pra

    shoebox = pra.ShoeBox(
        size,
        fs=sampling_rate,
        materials=pra.Material(absorption),
        max_order=3,
        ray_tracing=True,
        air_absorption=False,
    )
    shoebox.add_source(mouth)
    shoebox.add_microphone(ear)
    # Both generators of the package (NumPy's and the C++ one) are its own, and global: they are
    # set before every simulation. One thread, because partial sums are added per thread.
    with _ONE_AT_A_TIME:
        pra.random.seed(seed)
        pra.constants.set("num_threads", 1)
        shoebox.compute_rir()
    response = np.asarray(shoebox.rir[0][0])
    # The direct path is a windowed sinc centred on its delay; what precedes it is cut, so that
    # convolution does not shift the speech.
    travel = float(np.linalg.norm(mouth - ear)) / shoebox.c * sampling_rate
    response = response[round(travel) + pra.constants.get("frac_delay_length") // 2 :]
    energy = np.cumsum(response[::-1] ** 2)[::-1]
    audible = energy > energy[0] * 10.0 ** (_DECAY_DB / 10.0)
    return response[: int(audible.sum())].astype(np.float32)
