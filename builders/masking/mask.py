"""Draw a mask, then put it in."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from builders.audio.io import SILENCE_DBFS
from builders.audio.level import from_db, speech_level
from builders.environment.assets import Assets
from builders.environment.mix import SilentNoiseError
from builders.errors import VivavoceError
from builders.masking import masker
from builders.masking.span import Severity, Span, merge, widen

FADE_MS = 5.0
"""Length of the raised-cosine fade on either side of a mask, outside the masked span."""

LEVEL_DB = 0.0
"""Level of the mask relative to the speech-active level of the clip, in dB."""

_PEAK = 0.99


def plan(
    rng: np.random.Generator,
    spans: Sequence[Span],
    seconds: float,
    mask_type: str = "white_noise",
    severity: Severity | None = None,
    level_db: float = LEVEL_DB,
    fade_ms: float = FADE_MS,
    folders: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Fix everything about a mask.

    Args:
        rng: Draws the masking sound.
        spans: Words to hide.
        seconds: Duration of the clip.
        mask_type: Registered masker.
        severity: How far the mask reaches beyond the words; minimal by default.
        level_db: Level relative to the clip's speech-active level, in dB; silence has none.
        fade_ms: Length of each fade, in milliseconds.
        folders: Folder of each corpus of recordings.

    Returns:
        JSON values: ``mask_type``, ``severity``, ``spans`` (widened and merged, in seconds),
        ``level_db``, ``fade_ms`` and what the masker drew.

    Raises:
        VivavoceError: Unknown mask type, a level that is no finite number, or a folder without
            audio.
    """
    if not math.isfinite(level_db):
        raise VivavoceError(f"mask level: {level_db} dB is not a finite number")
    drawn = masker(mask_type).draw(rng, folders)
    severity = severity or Severity()
    wide = merge(widen(span, severity, seconds) for span in spans)
    return {
        "mask_type": mask_type,
        "severity": {"factor": severity.factor, "ms": severity.ms},
        "spans": [span.as_dict() for span in wide],
        "level_db": None if mask_type == "silence" else level_db,
        "fade_ms": fade_ms,
        "drawn": drawn,
    }


def apply(
    samples: np.ndarray, sampling_rate: int, params: dict[str, Any], assets: Assets | None = None
) -> np.ndarray:
    """Put a planned mask in place of the words.

    Inside a span nothing of the speech is left. Before and after it, speech and mask cross over
    in a raised cosine. Samples beyond the fades are those of the input, bit for bit. Peaks of the
    mask beyond full scale are cut off.

    Args:
        samples: Shape ``(frames,)``, float in [-1, 1].
        sampling_rate: In Hz.
        params: Result of :func:`plan`.
        assets: Folders, voices and store, for music and babble.

    Returns:
        Shape ``(frames,)``, float32: exactly as long as the input.

    Raises:
        SilentClipError: The clip has no speech to set the level by.
        SilentNoiseError: The recording that was drawn is silent where it should hide the words.
        VivavoceError: Recordings or voices that were drawn are not at hand.
    """
    make = masker(params["mask_type"]).make
    fade = round(params["fade_ms"] / 1000 * sampling_rate)
    target = 0.0
    if params["level_db"] is not None:
        target = speech_level(samples, sampling_rate).rms * from_db(params["level_db"])
    weight = np.zeros(samples.size)
    sound = np.zeros(samples.size)
    for span in params["spans"]:
        begin = max(0, int(np.floor(span["start"] * sampling_rate)))
        end = min(samples.size, int(np.ceil(span["end"] * sampling_rate)))
        left, right = max(0, begin - fade), min(samples.size, end + fade)
        made = make(params["drawn"], left, right - left, sampling_rate, assets or Assets())
        # A fade may reach into the mask of a neighbour, whose own sound then stays.
        free = weight[left:right] < 1.0
        sound[left:right][free] = _at_level(made, target, params["drawn"])[free]
        weight[left:right] = np.maximum(weight[left:right], _window(left, begin, end, right, fade))
    inside = weight > 0.0
    result = np.array(samples, dtype=np.float32)
    mixed = samples[inside] * (1.0 - weight[inside]) + sound[inside] * weight[inside]
    result[inside] = np.clip(mixed, -_PEAK, _PEAK)
    return result


def _at_level(sound: np.ndarray, target: float, drawn: dict[str, Any]) -> np.ndarray:
    if not target or not sound.size:
        return sound
    level = float(np.sqrt(np.mean(np.square(sound, dtype=np.float64))))
    if level < from_db(SILENCE_DBFS):
        track = drawn.get("sound", {}).get("track", "noise")
        raise SilentNoiseError(f"{track} is silent where it should hide the words")
    return sound * (target / level)


def _window(left: int, begin: int, end: int, right: int, fade: int) -> np.ndarray:
    """1 over the span, and a raised cosine towards 0 over the fades outside of it."""
    window = np.ones(right - left)
    if fade:
        rise = 0.5 - 0.5 * np.cos(np.pi * (np.arange(fade) + 0.5) / fade)
        before, after = begin - left, right - end
        if before:
            window[:before] = rise[-before:]
        if after:
            window[-after:] = rise[::-1][:after]
    return window
