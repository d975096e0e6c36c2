"""Speech in a simulated room (VocalBench-zh ``reverberation``).

The direct path stays where the speech was, so timing does not shift. The level is that of the
clean clip over its speech-active part, or less where full scale does not allow it. By default the
clip keeps its length and the tail behind its end is cut with a short fade; ``tail: keep`` appends
as much as the room's RT60.
"""

from __future__ import annotations

import numpy as np

from builders.audio.level import CEILING, fit_full_scale, rms, speech_level
from builders.environment import rooms
from builders.environment.assets import Assets
from builders.environment.contract import Ceiling, Changed, Params, decimals
from builders.errors import VivavoceError

LEVELS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
HEADLINE = 3.0
_FADE = 0.01


def label(level: float) -> str:
    """Published name of a level, such as ``rt60_30`` for 3.0 s."""
    tenths = decimals(round(level * 10, 9), 0)
    return f"rt60_{tenths.zfill(2)}"


def plan(
    rng: np.random.Generator,
    level: float,
    *,
    rooms: int = 3,
    tail: str = "cut",
    bank_seed: int = 0,
    ceiling: Ceiling = CEILING,
) -> Params:
    """Draw the room.

    Args:
        rng: Keyed to the row and the condition.
        level: RT60 in seconds.
        rooms: Number of rooms in the bank for each RT60.
        tail: ``cut`` keeps the length of the clip, ``keep`` appends the decay.
        bank_seed: Seed of the bank.
        ceiling: Largest peak of the result.

    Raises:
        VivavoceError: A setting is out of range.
    """
    if level <= 0.0:
        raise VivavoceError(f"reverberation: the RT60 must be positive, not {level:g} s")
    if tail not in ("cut", "keep"):
        raise VivavoceError(f"reverberation: tail must be 'cut' or 'keep', not {tail!r}")
    if rooms < 1:
        raise VivavoceError(f"reverberation: rooms must be 1 or more, not {rooms}")
    return {
        "rt60": float(level),
        "room": int(rng.integers(2**31)) % rooms,
        "tail": tail,
        "bank_seed": bank_seed,
        "ceiling": ceiling,
    }


def apply(
    samples: np.ndarray, sampling_rate: int, params: Params, assets: Assets | None = None
) -> Changed:
    """Play the clip in the room.

    Returns:
        Float32 samples, longer than the clip only under ``tail: keep``; ``rt60`` as measured on
        the response, ``size``, ``distance``, ``absorption``, ``gain`` (from clean speech to the
        direct path) and ``tail`` in seconds.

    Raises:
        SilentClipError: The clip has no speech.
    """
    place = rooms.room(params["rt60"], params["room"], sampling_rate, assets, params["bank_seed"])
    level = speech_level(samples, sampling_rate)
    wet = place.play(samples)
    extra = round(place.facts["rt60"] * sampling_rate) if params["tail"] == "keep" else 0
    frames = min(samples.size + extra, wet.size)
    wet = wet[:frames]
    fade = min(round(_FADE * sampling_rate), frames)
    wet[frames - fade :] *= np.linspace(1.0, 0.0, fade, dtype=np.float32)
    restore = level.rms / rms(wet[: samples.size], level.active)
    wet, fit = fit_full_scale(wet * np.float32(restore), params["ceiling"])
    return wet, {
        **place.facts,
        "gain": round(restore * fit * float(place.response[0]), 6),
        "tail": round((frames - samples.size) / sampling_rate, 3),
    }
