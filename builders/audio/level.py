"""Speech level over the active part of a clip, and gain that never clips.

The method follows ITU-T P.56 (method B): the rectified signal is smoothed twice with a time
constant of 30 ms, an activity threshold with a hangover of 200 ms is looked for that lies 15.9 dB
below the level of what it calls active, and the level is the root mean square over that part.
Three things differ from the letter of the standard: the envelope is sampled at 1 kHz (the
standard asks for at least 600 Hz); activity begins one time constant early, because the envelope
lags the onset of a word by that much; and the candidate thresholds lie 0.25 dB apart below the
clip's own envelope peak, so that the result follows any gain exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from builders.errors import VivavoceError

CEILING = 0.99
"""Peak that a processed clip may reach; above it the whole clip is scaled down."""

MARGIN_DB = 15.9
TIME_CONSTANT = 0.03
HANGOVER = 0.2
_ENVELOPE_RATE = 1000
_GRID_DB = np.arange(0.0, 80.0, 0.25)
# The clip measured last. Variants of one row are made one after the other from the same array.
_last: tuple[np.ndarray, int, SpeechLevel] | None = None


class SilentClipError(VivavoceError):
    """A clip has no speech-active part, so nothing can be set relative to its level."""


@dataclass(frozen=True)
class SpeechLevel:
    """Level of the speech in a clip.

    Attributes:
        rms: Root mean square over the active part, full scale = 1.
        active: Shape ``(frames,)``, True where speech is active.
    """

    rms: float
    active: np.ndarray

    @property
    def db(self) -> float:
        """Level in dB relative to full scale."""
        return to_db(self.rms)

    @property
    def activity(self) -> float:
        """Share of the clip that is active, 0–1."""
        return float(self.active.mean())


def to_db(amplitude: float) -> float:
    """Amplitude ratio in dB; −inf for zero."""
    return 20.0 * float(np.log10(amplitude)) if amplitude > 0 else float("-inf")


def from_db(db: float) -> float:
    """Amplitude ratio of a value in dB."""
    return float(10.0 ** (db / 20.0))


def rms(samples: np.ndarray, where: np.ndarray | None = None) -> float:
    """Root mean square of samples, of those at ``where`` if given; 0 for none.

    Args:
        samples: Shape ``(frames,)``.
        where: Shape ``(frames,)``, boolean.
    """
    part = samples if where is None else samples[where]
    if part.size == 0:
        return 0.0
    # Accumulate in double precision: ten minutes of single precision would lose digits.
    return float(np.sqrt(np.einsum("i,i->", part, part, dtype=np.float64) / part.size))


def speech_level(samples: np.ndarray, sampling_rate: int) -> SpeechLevel:
    """Measure the speech-active level of a clip; see the module docstring for the method.

    The last result is kept for as long as the same read-only array is asked about.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        sampling_rate: In Hz.

    Raises:
        SilentClipError: The clip is digitally silent or empty.
    """
    global _last
    last = _last
    if last is not None and last[0] is samples and last[1] == sampling_rate:
        return last[2]
    level = _measure(samples, sampling_rate)
    if not samples.flags.writeable:
        _last = (samples, sampling_rate, level)
    return level


def _measure(samples: np.ndarray, sampling_rate: int) -> SpeechLevel:
    from scipy.ndimage import maximum_filter1d
    from scipy.signal import lfilter

    energy = rms(samples) ** 2 * samples.size
    if energy == 0.0:
        raise SilentClipError("the clip holds only digital silence, so it has no speech level")
    hop = max(1, round(sampling_rate / _ENVELOPE_RATE))
    blocks = -(-samples.size // hop)
    rectified = np.zeros(blocks * hop, dtype=np.float32)
    np.abs(samples, out=rectified[: samples.size])
    envelope = rectified.reshape(blocks, hop).mean(axis=1, dtype=np.float64)
    decay = float(np.exp(-hop / (sampling_rate * TIME_CONSTANT)))
    for _ in range(2):
        envelope = lfilter([1.0 - decay], [1.0, -decay], envelope)
    # A threshold with hangover compares with the largest value from 200 ms ago to 30 ms ahead.
    hang, ahead = (round(s * sampling_rate / hop) for s in (HANGOVER, TIME_CONSTANT))
    padded = np.concatenate([np.zeros(hang), envelope, np.zeros(ahead)])
    width = hang + ahead + 1
    held = maximum_filter1d(padded, size=width, mode="constant")[width // 2 :][:blocks]
    held_db = 20.0 * np.log10(np.maximum(held, 1e-300) / envelope.max())
    # Number of active blocks under each threshold −_GRID_DB.
    counts = np.searchsorted(np.sort(-held_db), _GRID_DB, side="right")
    level_db = 10.0 * np.log10(energy / (counts * hop))
    threshold_db = 20.0 * np.log10(envelope.max()) - _GRID_DB
    distance = level_db - threshold_db
    within = np.flatnonzero(distance <= MARGIN_DB)
    chosen = int(within[-1]) if within.size else int(np.argmin(distance))
    active = np.repeat(held_db >= -_GRID_DB[chosen], hop)[: samples.size]
    level = rms(samples, active)
    if level == 0.0:
        raise SilentClipError("the clip has no speech-active part, so it has no speech level")
    return SpeechLevel(level, active)


def fit_full_scale(samples: np.ndarray, ceiling: float = CEILING) -> tuple[np.ndarray, float]:
    """Scale a clip down where its peak exceeds ``ceiling``; never up.

    Args:
        samples: Shape ``(frames,)``.
        ceiling: Largest peak allowed, in (0, 1].

    Returns:
        The samples as float32, and the gain that was applied (1 where nothing had to be done).
    """
    peak = float(max(samples.max(), -samples.min())) if samples.size else 0.0
    gain = ceiling / peak if peak > ceiling else 1.0
    if gain != 1.0:
        samples = samples * np.float32(gain)
    return np.asarray(samples, dtype=np.float32), gain
