"""What can be told from the samples of a clip alone: clipping, silence, offset, level, pace."""

from __future__ import annotations

import numpy as np

from builders.audio.level import SilentClipError, rms, speech_level, to_db

FRAME = 0.02
"""Length of the frames in which speech is looked for, in seconds."""

BELOW_SPEECH_DB = 30.0
"""A frame this far below the speech level of its clip counts as silence."""

FLAT_RUN = 3
"""Samples in a row at the extreme of a clip that count as a clipped peak."""

SOFT = 0.02
"""Peaks below this, full scale = 1, are flat because 16 bits have few steps for them."""

_FULL_SCALE = 32_766 / 32_768
_STEP = 1.5 / 32_768
_SPEECH_FRAMES = 3


class NoSpeechError(ValueError):
    """A clip holds nothing that stands out as speech."""


def measure(samples: np.ndarray, sampling_rate: int, units: int) -> dict[str, float]:
    """Measure a clip.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        sampling_rate: In Hz.
        units: Words or characters that the clip should hold.

    Returns:
        ``clipped``: share of samples that lie in flat peaks or at full scale, 0–1;
        ``dc_offset``: mean, full scale = 1;
        ``leading_silence``, ``trailing_silence``, ``longest_pause``: seconds;
        ``speech_level``: active level after ITU-T P.56, dB relative to full scale;
        ``noise_floor``: level of the quietest tenth of the frames, dB relative to full scale;
        ``seconds_per_unit``: time from first to last speech, for each unit.

    Raises:
        NoSpeechError: The clip is silent.
    """
    try:
        level = speech_level(samples, sampling_rate)
    except SilentClipError as error:
        raise NoSpeechError(str(error)) from error
    hop = max(1, round(FRAME * sampling_rate))
    loudness = _frame_levels(samples, hop)
    active = _speech_frames(loudness, level.db - BELOW_SPEECH_DB)
    if active.size == 0:
        raise NoSpeechError("no part of the clip stands out as speech")
    first, last = int(active[0]) * hop, min(samples.size, (int(active[-1]) + 1) * hop)
    pauses = (np.diff(active) - 1) * hop
    values = {
        "clipped": clipped_share(samples),
        "dc_offset": float(samples.mean(dtype=np.float64)),
        "leading_silence": first / sampling_rate,
        "trailing_silence": (samples.size - last) / sampling_rate,
        "longest_pause": float(pauses.max(initial=0)) / sampling_rate,
        "speech_level": level.db,
        "noise_floor": max(-120.0, float(np.percentile(loudness, 10))),
        "seconds_per_unit": (last - first) / sampling_rate / max(1, units),
    }
    return {name: round(value, 5) for name, value in values.items()}


def active_frames(samples: np.ndarray, sampling_rate: int, below: float) -> np.ndarray:
    """Whether each frame of ``FRAME`` seconds holds speech, shape ``(frames,)``, bool.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        sampling_rate: In Hz.
        below: How far below the speech level a frame may lie, in dB.

    Raises:
        NoSpeechError: The clip is silent.
    """
    try:
        level = speech_level(samples, sampling_rate)
    except SilentClipError as error:
        raise NoSpeechError(str(error)) from error
    loudness = _frame_levels(samples, max(1, round(FRAME * sampling_rate)))
    return in_runs(loudness >= level.db - below, _SPEECH_FRAMES)


def clipped_share(samples: np.ndarray) -> float:
    """Share of samples in flat peaks or at full scale, 0–1.

    A clip that was cut off and then turned down has no sample at full scale; its peaks are flat
    all the same.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
    """
    flat = np.zeros(samples.size, dtype=bool)
    for extreme in (float(samples.max()), float(samples.min())):
        if abs(extreme) > SOFT:
            flat |= in_runs(np.abs(samples - extreme) <= _STEP, FLAT_RUN)
    return float((flat | (np.abs(samples) >= _FULL_SCALE)).mean())


def in_runs(mask: np.ndarray, length: int) -> np.ndarray:
    """Keep the true values that stand in runs of at least ``length``."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(np.int8), [0]])))
    kept = np.zeros(mask.size, dtype=bool)
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        kept[begin:end] = end - begin >= length
    return kept


def _frame_levels(samples: np.ndarray, hop: int) -> np.ndarray:
    """Level of each frame in dB relative to full scale."""
    # The mean is no loudness: an offset would make silence sound like speech.
    centred = samples - samples.mean(dtype=np.float64)
    frames = [centred[i : i + hop] for i in range(0, samples.size, hop)]
    return np.array([max(-200.0, to_db(rms(frame))) for frame in frames])


def _speech_frames(loudness: np.ndarray, threshold: float) -> np.ndarray:
    """Numbers of the frames with speech; shorter bursts than three frames are clicks."""
    return np.flatnonzero(in_runs(loudness >= threshold, _SPEECH_FRAMES))
