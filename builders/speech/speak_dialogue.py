"""Speak a dialogue: each speaker has a voice of their own, turns follow with a short pause."""

from __future__ import annotations

from builders.backends.protocols import Voice
from builders.item import Item, Word
from builders.provenance import Speech
from builders.recipe.voices import choose_voice, voice_set, voice_set_content
from builders.speech.takes import best_take, check_numbers
from builders.speech.utterance import Utterance, engine_for, padded, synthesise
from builders.step import Context, Outcome, Rejected, step
from builders.text.spoken import spoken_form

_GENDERS = {"woman": "female", "man": "male", "female": "female", "male": "male"}


@step(
    "speak_dialogue",
    version=3,
    uses=("tts", "asr", "mos"),
    costly=True,
    depends=voice_set_content,
    check=check_numbers,
)
def speak_dialogue(
    item: Item,
    ctx: Context,
    voices: str,
    turns: str = "turns",
    takes: int = 3,
    homophones: bool = False,
    max_error_rate: float = 0.0,
    head: float = 0.1,
    gap: float = 0.35,
    tail: float = 0.2,
) -> Outcome:
    """Synthesise the turns of a dialogue (EAR, WDYL).

    Args:
        item: Row whose field ``turns`` is a list of ``{gender, text}`` with an optional
            ``speaker``; without one, every turn with another gender is another speaker.
        ctx: Engine context.
        voices: Voice set to choose from.
        turns: Name of the field.
        takes: Takes to try at most.
        homophones: Whether Mandarin texts that sound the same count as equal.
        max_error_rate: Error rate up to which a take passes, 0–1.
        head: Silence before the first turn, in seconds.
        gap: Silence between turns, in seconds.
        tail: Silence after the last turn, in seconds.
    """
    spoken = item.fields.get(turns)
    if not spoken:
        return Rejected("no turns", f"the field '{turns}' is empty")
    told = " ".join(turn["text"] for turn in spoken)
    if told.split() != item.prompt.split():
        return Rejected("turns differ from the prompt", f"'{told}' against '{item.prompt}'")
    cast = _cast(item, ctx, spoken, voices)
    engine = engine_for(ctx, cast[0])
    made = Speech(
        engine=engine.name,
        revision=engine.revision,
        voice="+".join(dict.fromkeys(v.id for v in cast)),
        seed=ctx.seed,
    )
    texts = [spoken_form(turn["text"], item.language) for turn in spoken]
    text = item.but(spoken=" ".join(texts))

    def take(number: int) -> Utterance:
        parts, offset = [], 0
        for words, voice in zip(texts, cast, strict=True):
            part = synthesise(ctx, words, voice, number)
            parts.append(Utterance(part.clip, _shifted(part.words, offset)))
            offset += len(words) + 1
        return padded(parts, head, gap, tail)

    return best_take(
        text,
        ctx,
        take,
        made,
        takes=takes,
        homophones=homophones,
        max_error_rate=max_error_rate,
    )


def _cast(item: Item, ctx: Context, turns: list[dict[str, str]], voices: str) -> list[Voice]:
    """A voice for each turn; two speakers never share one."""
    chosen: dict[str, Voice] = {}
    for turn in turns:
        speaker = str(turn.get("speaker") or turn.get("gender") or "speaker")
        if speaker not in chosen:
            free = tuple(v for v in voice_set(voices) if v not in chosen.values())
            chosen[speaker] = choose_voice(
                free,
                ctx.seed,
                f"{item.id}/{speaker}",
                language=item.language,
                gender=_GENDERS.get(str(turn.get("gender", "")).lower()),
            )
    return [chosen[str(t.get("speaker") or t.get("gender") or "speaker")] for t in turns]


def _shifted(words: tuple[Word, ...] | None, characters: int) -> tuple[Word, ...] | None:
    if words is None:
        return None
    return tuple(
        w.model_copy(update={"span": (w.span[0] + characters, w.span[1] + characters)})
        if w.span
        else w
        for w in words
    )
