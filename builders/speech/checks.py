"""Check steps: no bad clip reaches a published set, and every measured value stays in the row.

Each rejection has a fixed reason that can be counted, and goes to a person. Thresholds are
parameters; ``null`` measures without rejecting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builders.item import Item
from builders.speech.signal import NoSpeechError, measure
from builders.speech.utterance import opinion
from builders.step import Context, Outcome, Rejected, step
from builders.text.compare import normalise, tokens

PACE = {"en": (0.03, 0.15), "zh": (0.1, 0.5)}
"""Seconds a letter (``en``) or a character (``zh``) may take, from first to last speech."""

SHORT = 12
"""Texts with fewer letters or characters may take as long as this many would."""

Range = Sequence[float]


@step("check_signal", version=1)
def check_signal(
    item: Item,
    ctx: Context,
    max_clipped: float | None = 0.001,
    max_dc_offset: float | None = 0.01,
    max_leading_silence: float | None = 1.0,
    max_trailing_silence: float | None = 1.5,
    max_pause: float | None = 2.0,
    speech_level: Range | None = (-45.0, -8.0),
    pace: Mapping[str, Range] | None = None,
) -> Outcome:
    """Measure a clip and refuse what a listener would notice at once.

    Args:
        item: Row with audio.
        ctx: Engine context.
        max_clipped: Share of samples that may be clipped.
        max_dc_offset: Largest mean of the samples, full scale = 1.
        max_leading_silence: Seconds before the speech.
        max_trailing_silence: Seconds after it.
        max_pause: Longest pause within it, in seconds.
        speech_level: Lowest and highest active level (ITU-T P.56), dB relative to full scale.
        pace: Shortest and longest time a letter (``en``) or character (``zh``) may take, by
            language, in seconds.

    Returns:
        The row with ``provenance.quality.signal``, or a rejection for review.
    """
    clip = item.clip
    units = spoken_units(item.transcript, item.language)
    try:
        values = measure(clip.samples, clip.sampling_rate, units)
    except NoSpeechError as error:
        return Rejected("no speech in the clip", str(error), review=True)
    kept = with_signal(item, **values)
    shortest, longest = {**PACE, **(pace or {})}[item.language]
    longest *= max(1.0, SHORT / max(1, units))
    for reason, name, low, high in (
        ("clipped", "clipped", None, max_clipped),
        ("dc offset", "dc_offset", _minus(max_dc_offset), max_dc_offset),
        ("leading silence", "leading_silence", None, max_leading_silence),
        ("trailing silence", "trailing_silence", None, max_trailing_silence),
        ("long pause", "longest_pause", None, max_pause),
        ("speech level out of range", "speech_level", *(speech_level or (None, None))),
        ("duration out of range", "seconds_per_unit", shortest, longest),
    ):
        value = values[name]
        if (low is not None and value < low) or (high is not None and value > high):
            detail = f"{name} is {value:g}, allowed: {_span(low, high)}"
            return Rejected(reason, detail, review=True, item=kept)
    return kept


@step("check_mos", version=1, uses=("mos",), costly=True)
def check_mos(item: Item, ctx: Context, min_mos: float | None = None) -> Outcome:
    """Predict the opinion score of a clip.

    Args:
        item: Row with audio.
        ctx: Engine context.
        min_mos: Lowest score, 1–5; VocalBench-zh takes speech prompts above 3.5.
    """
    predictor = ctx.backend("mos")
    score = round(opinion(ctx, item.clip), 3)
    kept = item.but(
        provenance=item.provenance.measured(
            mos=score, mos_model=f"{predictor.name}@{predictor.revision}"
        )
    )
    if min_mos is not None and score < min_mos:
        return Rejected("low mos", f"{score:.2f} < {min_mos}", review=True, item=kept)
    return kept


@step("check_language", version=1, uses=("asr",), costly=True)
def check_language(item: Item, ctx: Context, min_probability: float = 0.5) -> Outcome:
    """Check that a clip is in the language of its row, by the recogniser's ear.

    Args:
        item: Row with audio.
        ctx: Engine context.
        min_probability: Probability that the row's language must reach, 0–1.
    """
    asr, clip = ctx.backend("asr"), item.clip
    key = {"asr": asr.name, "revision": asr.revision, "audio": clip.sha256, "task": "language"}

    def make() -> dict[str, float]:
        found = asr.languages(clip.samples, clip.sampling_rate)
        likely = sorted(found, key=lambda name: (-found[name], name))[:3]
        return {name: round(found[name], 4) for name in {*likely, item.language} & set(found)}

    found: dict[str, float] = ctx.cached("language", key | {"asked": item.language}, make)
    probability = found.get(item.language, 0.0)
    kept = with_signal(item, language_probability=probability)
    if probability < min_probability:
        top = max(found, key=lambda name: found[name])
        detail = f"'{item.language}' has {probability:.2f}; it sounds like '{top}'"
        return Rejected("wrong language", detail, review=True, item=kept)
    return kept


def spoken_units(text: str, language: str) -> int:
    """Letters and digits of an English text, characters and Latin words of a Mandarin one."""
    if language == "zh":
        return len(tokens(normalise(text, language), language))
    return sum(c.isalnum() for c in text)


def with_signal(item: Item, **values: float) -> Item:
    """Return the row with more results of signal checks."""
    before = item.provenance.quality.signal or {}
    return item.but(provenance=item.provenance.measured(signal={**before, **values}))


def _minus(value: float | None) -> float | None:
    return None if value is None else -value


def _span(low: float | None, high: float | None) -> str:
    if low is None:
        return f"up to {high:g}"
    return f"from {low:g}" if high is None else f"{low:g} to {high:g}"
