"""Step ``check_words``: words that were dropped, repeated or added, by what the recogniser heard.

The duration check of ``check_signal`` stands beside it: a recogniser may leave out a repetition
that it has heard.
"""

from __future__ import annotations

from dataclasses import dataclass

from builders.item import Item
from builders.speech.checks import with_signal
from builders.speech.utterance import hear
from builders.step import Context, Outcome, Rejected, step
from builders.text.compare import NORMALISER_ID, normalise, same_pronunciation, tokens


@dataclass(frozen=True)
class WordFaults:
    """Words of a text set against what was heard.

    Attributes:
        dropped: Words of the text that nothing was heard for.
        repeated: Words heard once more right before or after they were said.
        added: Words heard that the text does not have.
        length: Words of the text.
    """

    dropped: tuple[str, ...]
    repeated: tuple[str, ...]
    added: tuple[str, ...]
    length: int


def word_faults(text: str, heard: str, language: str) -> WordFaults:
    """Compare a text with what was heard; replaced words are no fault of this kind.

    Args:
        text: What was to be said.
        heard: What the recogniser wrote.
        language: ``en`` counts words, ``zh`` characters.
    """
    from rapidfuzz.distance import Levenshtein

    left, right = (tokens(normalise(t, language), language) for t in (text, heard))
    dropped: list[str] = []
    repeated: list[str] = []
    added: list[str] = []
    for op in Levenshtein.opcodes(left, right):
        said, got = left[op.src_start : op.src_end], right[op.dest_start : op.dest_end]
        if op.tag == "delete":
            dropped += said
        elif op.tag == "insert":
            again = _is_repetition(right, op.dest_start, op.dest_end)
            (repeated if again else added).extend(got)
    return WordFaults(tuple(dropped), tuple(repeated), tuple(added), len(left))


@step("check_words", version=1, uses=("asr",), costly=True)
def check_words(
    item: Item,
    ctx: Context,
    max_dropped: int = 0,
    max_repeated: int = 0,
    max_added: int = 0,
    homophones: bool = True,
) -> Outcome:
    """Refuse a clip in which words of the text are missing, repeated or added.

    Args:
        item: Row with audio; a recogniser's text from an earlier step is used where it is there.
        ctx: Engine context.
        max_dropped: Words (``zh``: characters) that may be missing.
        max_repeated: Words that may be repeated.
        max_added: Words that may be added.
        homophones: Whether a text that sounds the same as the heard one has no fault.
    """
    asr = ctx.backend("asr")
    model = f"{asr.name}@{asr.revision}"
    heard = hear(ctx, item.clip, item.language).text
    faults = word_faults(item.transcript, heard, item.language)
    if homophones and same_pronunciation(item.transcript, heard, item.language):
        faults = WordFaults((), (), (), faults.length)
    kept = with_signal(
        item,
        words_dropped=float(len(faults.dropped)),
        words_repeated=float(len(faults.repeated)),
        words_added=float(len(faults.added)),
    )
    kept = kept.but(
        provenance=kept.provenance.measured(
            asr_text=heard, asr_model=model, normaliser=NORMALISER_ID[item.language]
        )
    )
    # A repetition is named first: it may also leave a word out elsewhere.
    for reason, words, allowed in (
        ("words repeated", faults.repeated, max_repeated),
        ("words dropped", faults.dropped, max_dropped),
        ("words added", faults.added, max_added),
    ):
        if len(words) > allowed:
            detail = f"{' '.join(words[:20])}; heard: {heard}"
            return Rejected(reason, detail, review=True, item=kept)
    return kept


def _is_repetition(heard: list[str], start: int, end: int) -> bool:
    """Whether the words ``start:end`` stand a second time right beside them."""
    part, size = heard[start:end], end - start
    return heard[max(0, start - size) : start] == part or heard[end : end + size] == part
