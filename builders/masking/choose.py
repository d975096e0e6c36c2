"""Choose what a triplet hides: every occurrence of the answer, and one function word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builders.errors import VivavoceError
from builders.item import Item, Word
from builders.masking.answer import Occurrence, find_answer
from builders.masking.edges import audible
from builders.masking.function_words import FunctionWord, function_words
from builders.masking.span import Severity, Span, overlaps, widen
from builders.step import Context, Rejected


def answer_of(item: Item) -> str:
    """The answer of a row: its column ``answer``, else its reference.

    Raises:
        VivavoceError: It has neither.
    """
    answer = item.fields.get("answer") or item.reference
    if not answer or not str(answer).strip():
        raise VivavoceError(f"row '{item.id}' has no answer: fill its column 'answer'")
    return str(answer)


def answer_spans(words: Sequence[Word], answer: str) -> list[Span] | Rejected:
    """Stretches of audio in which the whole answer is said, or why there are none."""
    found = find_answer(words, answer)
    if found.full:
        return [_span(words, occurrence) for occurrence in found.full]
    if found.partial:
        heard = ", ".join(f"'{o.text}'" for o in found.partial)
        return Rejected(
            "answer only partly in the transcript", f"of '{answer}' only {heard} is said"
        )
    return Rejected(
        "answer not in the transcript", f"'{answer}' is not said, so nothing could be masked"
    )


def choose(
    item: Item, ctx: Context, severity: Severity, margin: float, tries: int
) -> dict[str, Any] | Rejected:
    """Find the spans of a row.

    Args:
        item: A row with audio, word times and an answer.
        ctx: Engine context.
        severity: Of the degraded mask; a function word that it reaches is not drawn.
        margin: Seconds to keep between the two masks, for their fades.
        tries: Function words to draw, in order of preference.

    Returns:
        ``answer_spans``, to their audible edges, ``answer_words``, the same as they were aligned,
        and ``function_words``: lists of ``{start, end, text}``, the last with ``upos``; or a
        rejection.

    Raises:
        VivavoceError: No word times or no answer.
    """
    if not item.words:
        raise VivavoceError(f"row '{item.id}' has no word times; put the step 'align' before")
    answers = answer_spans(item.words, answer_of(item))
    if isinstance(answers, Rejected):
        return answers
    tagger = ctx.backend("tagger_en" if item.language == "en" else "tagger")
    candidates = function_words(item.transcript, item.words, tagger)
    clip = item.clip
    aligned, answers = answers, audible(clip.samples, clip.sampling_rate, answers, item.words)
    seconds = clip.seconds
    hidden = [widen(span, severity, seconds) for span in answers]
    order = ctx.rng(item, "ear:function_word").permutation(len(candidates))
    drawn = []
    for index in order:
        candidate = candidates[int(index)]
        if not overlaps(_widened(item.words[candidate.index], 2 * margin), hidden):
            drawn.append(_as_dict(item.words, candidate))
    if not drawn:
        return Rejected(
            "no function word outside the answer",
            f"{len(candidates)} function words in the transcript, all of them reached by the mask",
        )
    return {
        "answer_spans": [s.as_dict() for s in answers],
        "answer_words": [s.as_dict() for s in aligned],
        "function_words": drawn[:tries],
    }


def _span(words: Sequence[Word], occurrence: Occurrence) -> Span:
    return Span(words[occurrence.first].start, words[occurrence.last].end, occurrence.text)


def _widened(word: Word, margin: float) -> Span:
    return Span(word.start - margin, word.end + margin, word.text)


def _as_dict(words: Sequence[Word], candidate: FunctionWord) -> dict[str, Any]:
    word = words[candidate.index]
    return {"start": word.start, "end": word.end, "text": word.text, "upos": candidate.upos}
