"""Speak, listen, compare; speak again with another seed until the words are right.

The papers publish a clip only if the recogniser's text equals the intended one after
normalisation (VocalBench-zh, construction of the speech); what never passes goes to a person.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from builders.backends.protocols import Transcript
from builders.errors import VivavoceError
from builders.item import Item
from builders.provenance import Provenance, Speech
from builders.speech.utterance import Utterance, hear, opinion
from builders.step import Context, Outcome, Rejected
from builders.text.ask import noted
from builders.text.compare import NORMALISER_ID, ErrorRate, error_rate, same_pronunciation
from builders.text.review import decided

TRIED = "takes"
"""Record in the provenance of a row no take of which passed: how many were tried."""


def check_numbers(params: dict[str, Any]) -> None:
    """Refuse parameters of speaking that no take could meet, before any work.

    Raises:
        VivavoceError: There would be no take, or a duration or rate is negative.
    """
    if params.get("takes", 1) < 1:
        raise VivavoceError(f"'takes' must be at least 1, not {params['takes']}")
    for name in ("max_error_rate", "head", "gap", "tail"):
        if params.get(name, 0) < 0:
            raise VivavoceError(f"'{name}' must not be negative: {params[name]}")


@dataclass(frozen=True)
class Take:
    """One reading of a row and what the recogniser made of it."""

    number: int
    utterance: Utterance
    heard: Transcript
    rate: ErrorRate
    match: bool

    def says(self, max_error_rate: float) -> bool:
        """Whether what was heard is the row's transcript, or near enough to it."""
        return self.match or self.rate.rate <= max_error_rate


def listen(
    item: Item, ctx: Context, utterance: Utterance, *, number: int = 0, homophones: bool = False
) -> Take:
    """Let the recogniser hear an utterance and compare it with the row's transcript.

    Args:
        item: Row with its transcript.
        ctx: Engine context.
        utterance: What was said.
        number: Number of the take.
        homophones: Whether texts that sound the same match (Mandarin: equal toned pinyin).
    """
    heard = hear(ctx, utterance.clip, item.language)
    rate = error_rate(item.transcript, heard.text, item.language)
    match = rate.match or (
        homophones and same_pronunciation(item.transcript, heard.text, item.language)
    )
    return Take(number, utterance, heard, rate, match)


def first_take(item: Item) -> int:
    """The take to begin with: the one that a person asked for, if one did."""
    return int((decided(item) or {}).get("take", 0))


def best_take(
    item: Item,
    ctx: Context,
    speak: Callable[[int], Utterance],
    speech: Speech,
    *,
    takes: int,
    homophones: bool,
    max_error_rate: float,
    min_mos: float | None = None,
) -> Outcome:
    """Publish the first take that says what it should.

    An engine that says the same again draws nothing, and will not do better: it is not asked (and,
    as Google, not paid) for all takes.

    Args:
        item: Row with its transcript.
        ctx: Engine context.
        speak: Makes the take of a given number.
        speech: Provenance of the speech; the take is filled in.
        takes: Takes to try at most, from the one that a person asked for, if one did.
        homophones: Whether Mandarin texts that sound the same count as equal.
        max_error_rate: Error rate up to which a take passes; 0 is the papers' rule.
        min_mos: Lowest predicted opinion score.

    Returns:
        The spoken row, or a rejection for review with the best take.
    """
    best: Take | None = None
    passed = False
    readings: set[str] = set()
    first = first_take(item)
    for number in range(first, first + takes):
        utterance = speak(number)
        if utterance.clip.sha256 in readings:
            break
        readings.add(utterance.clip.sha256)
        take = listen(item, ctx, utterance, number=number, homophones=homophones)
        passed = take.says(max_error_rate)
        if best is None or passed or take.rate.rate < best.rate.rate:
            best = take
        if passed:
            break
    if best is None:
        raise ValueError("'takes' must be at least 1")
    spoken = measured(item, ctx, best, speech.model_copy(update={"take": best.number}))
    if not passed:
        spoken = noted(spoken, TRIED, 1, tried=first + takes)
        count = f"{len(readings)} take{'s' if len(readings) > 1 else ''}"
        detail = f"error rate {best.rate.rate:.3f} after {count}; heard: {best.heard.text}"
        return Rejected("asr mismatch", detail, review=True, item=spoken)
    score = spoken.provenance.quality.mos
    if min_mos is not None and score is not None and score < min_mos:
        return Rejected("low mos", f"{score:.2f} < {min_mos}", review=True, item=spoken)
    return spoken


def measured(item: Item, ctx: Context, take: Take, speech: Speech) -> Item:
    """The row with the audio of a take and all that was measured on it."""
    asr, mos = ctx.backend("asr"), ctx.backend("mos")
    provenance: Provenance = item.provenance.but(speech=speech).measured(
        asr_text=take.heard.text,
        asr_model=f"{asr.name}@{asr.revision}",
        normaliser=NORMALISER_ID[item.language],
        error_rate=round(take.rate.rate, 4),
        asr_match=take.match,
        mos=round(opinion(ctx, take.utterance.clip), 3),
        mos_model=f"{mos.name}@{mos.revision}",
    )
    return item.but(audio=take.utterance.clip, words=take.utterance.words, provenance=provenance)
