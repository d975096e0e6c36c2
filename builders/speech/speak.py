"""Speak a row with a voice of a set, and check that the recogniser hears the same words."""

from __future__ import annotations

from typing import Any

from builders.item import Item
from builders.provenance import Speech
from builders.recipe.voices import choose_voice, voice_set, voice_set_content
from builders.speech.takes import best_take, check_numbers
from builders.speech.utterance import Utterance, engine_for, padded, synthesise
from builders.step import Context, Outcome, Rejected, step
from builders.text.script import other_language


@step(
    "speak",
    version=3,
    uses=("tts", "asr", "mos"),
    costly=True,
    depends=voice_set_content,
    check=check_numbers,
)
def speak(
    item: Item,
    ctx: Context,
    voices: str,
    takes: int = 3,
    homophones: bool = False,
    max_error_rate: float = 0.0,
    min_mos: float | None = None,
    head: float = 0.1,
    tail: float = 0.2,
    style: dict[str, Any] | None = None,
    cross_lingual: bool = False,
) -> Outcome:
    """Synthesise the transcript of a row.

    Args:
        item: Row with ``spoken`` (or ``prompt``) text.
        ctx: Engine context.
        voices: Voice set; one of its voices is chosen by row id.
        takes: Takes to try at most.
        homophones: Whether Mandarin texts that sound the same count as equal.
        max_error_rate: Error rate up to which a take passes, 0–1.
        min_mos: Lowest predicted opinion score, 1–5.
        head: Silence before the speech, in seconds.
        tail: Silence after the speech, in seconds.
        style: Style parameters of the engine, such as ``rate``.
        cross_lingual: Let voices of any language of the set speak any text.

    Raises:
        VivavoceError: No voice of the set has the row's language.
    """
    if not item.transcript.strip():
        return Rejected("empty text")
    if not cross_lingual and (other := other_language(item.transcript, item.language)):
        detail = (
            f"the row is '{item.language}' and its text '{other}'; correct the row's language, "
            "or let the step have 'cross_lingual: true'"
        )
        return Rejected("text in another language", detail, review=True)
    language = None if cross_lingual else item.language
    voice = choose_voice(voice_set(voices), ctx.seed, item.id, language=language)
    engine = engine_for(ctx, voice)
    made = Speech(
        engine=engine.name,
        revision=engine.revision,
        voice=voice.id,
        seed=ctx.seed,
        style=style or {},
    )

    def take(number: int) -> Utterance:
        return padded([synthesise(ctx, item.transcript, voice, number, style)], head, 0.0, tail)

    return best_take(
        item,
        ctx,
        take,
        made,
        takes=takes,
        homophones=homophones,
        max_error_rate=max_error_rate,
        min_mos=min_mos,
    )
