"""Step ``emotional_takes``: speak a query in its emotion, and keep a take that sounds like it.

VocalBench-zh, empathy set: speech prompts of the query's emotion that a classifier gives more than
0.9, several takes, and a take published only if the classifier gives it more than 0.8.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builders.audio import Clip
from builders.audio.io import read_audio
from builders.backends.protocols import Voice
from builders.errors import VivavoceError
from builders.item import Item
from builders.provenance import Speech
from builders.recipe.voices import voice_set, voice_set_content
from builders.speech.check_emotion import emotion_name, emotions, probability_of
from builders.speech.takes import TRIED, Take, check_numbers, first_take, listen, measured
from builders.speech.utterance import engine_for, padded, synthesise
from builders.step import Context, Outcome, Rejected, step
from builders.text.ask import noted


@dataclass(frozen=True)
class _Tried:
    take: Take
    says: bool
    found: dict[str, float]
    probability: float


@step(
    "emotional_takes",
    version=4,
    uses=("tts", "asr", "mos", "emotion"),
    costly=True,
    depends=voice_set_content,
    check=check_numbers,
)
def emotional_takes(
    item: Item,
    ctx: Context,
    voices: str,
    field: str = "Question_emo",
    takes: int = 5,
    min_prompt: float = 0.9,
    min_query: float = 0.8,
    homophones: bool = True,
    max_error_rate: float = 0.0,
    head: float = 0.1,
    tail: float = 0.2,
) -> Outcome:
    """Synthesise an emotional query.

    Args:
        item: Row with the emotion of its text.
        ctx: Engine context.
        voices: Voice set whose voices have an ``emotion`` and a speech prompt.
        field: Column with the emotion.
        takes: Takes to try at most, from the one that a person asked for, if one did.
        min_prompt: Probability that the emotion must exceed in the speech prompt.
        min_query: Probability that it must exceed in the take.
        homophones: Whether Mandarin texts that sound the same count as equal.
        max_error_rate: Error rate up to which a take passes.
        head: Silence before the speech, in seconds.
        tail: Silence after it.

    Returns:
        The spoken row with ``Question_emo``, ``Question_prob``, ``Question_prompt`` and
        ``Prompt_prob``; or a rejection for review with the probability of every take.
    """
    wanted = emotion_name(str(item.fields.get(field) or ""))
    if not wanted:
        return Rejected("no emotion given", f"the field '{field}' is empty")
    chosen = _prompt(item, ctx, voices, wanted, min_prompt)
    if isinstance(chosen, Rejected):
        return chosen
    voice, prompt_probability = chosen
    engine = engine_for(ctx, voice)
    made = Speech(engine=engine.name, revision=engine.revision, voice=voice.id, seed=ctx.seed)
    tried: list[_Tried] = []
    first = first_take(item)
    for number in range(first, first + takes):
        spoken = padded([synthesise(ctx, item.transcript, voice, number)], head, 0.0, tail)
        take = listen(item, ctx, spoken, number=number, homophones=homophones)
        found = emotions(ctx, spoken.clip)
        probability = probability_of(found, wanted, f"row '{item.id}'")
        says = take.says(max_error_rate)
        tried.append(_Tried(take, says, found, probability))
        if says and probability > min_query:
            break
    if not tried:
        raise VivavoceError("step 'emotional_takes': 'takes' must be at least 1")
    best = max(tried, key=lambda t: (t.says, t.probability))
    model = ctx.backend("emotion")
    row = measured(item, ctx, best.take, made.model_copy(update={"take": best.take.number}))
    row = row.but(
        provenance=row.provenance.measured(
            emotion=best.found, emotion_model=f"{model.name}@{model.revision}"
        )
    ).with_fields(
        Question_emo=wanted,
        Question_prob=best.probability,
        Question_prompt=Path(voice.prompt_audio or voice.name).name,
        Prompt_prob=prompt_probability,
    )
    each = ", ".join(f"{t.probability:.3f}{'' if t.says else ' (other words)'}" for t in tried)
    detail = f"'{wanted}' in {len(tried)} takes: {each}"
    if best.says and best.probability > min_query:
        return row
    row = noted(row, TRIED, 1, tried=first + takes)
    if not best.says:
        return Rejected("asr mismatch", f"{detail}; heard: {best.take.heard.text}", True, row)
    return Rejected("emotion too weak", f"{detail}; needed: above {min_query}", True, row)


def _prompt(
    item: Item, ctx: Context, voices: str, wanted: str, least: float
) -> tuple[Voice, float] | Rejected:
    """The voice of a row: seeded order, the first whose prompt sounds as it should."""
    known = [v for v in voice_set(voices) if v.language == item.language and v.emotion]
    if not known:
        raise VivavoceError(
            f"voice set '{voices}' has no voice with an emotion in the language '{item.language}'"
        )
    fitting = [v for v in known if emotion_name(v.emotion or "") == wanted]
    if not fitting:
        there = ", ".join(sorted({emotion_name(v.emotion or "") for v in known}))
        detail = f"voice set '{voices}' has none for '{wanted}', only for {there}"
        return Rejected("no speech prompt of that emotion", detail, review=True)
    order = {v.id: float(ctx.rng(item, f"voice {v.id}").random()) for v in fitting}
    seen: list[str] = []
    for voice in sorted(fitting, key=lambda v: -order[v.id]):
        if voice.prompt_audio is None:
            raise VivavoceError(f"voice '{voice.id}' of set '{voices}' has no speech prompt")
        clip = Clip.from_samples(*read_audio(voice.prompt_audio))
        probability = probability_of(emotions(ctx, clip), wanted, f"voice '{voice.id}'")
        if probability > least:
            return voice, probability
        seen.append(f"{voice.id} {probability:.3f}")
    detail = f"'{wanted}' needs above {least}: {', '.join(seen[:20])}"
    return Rejected("no speech prompt of that emotion", detail, review=True)
