"""Words that carry no content, one of which the invariant clip of a triplet loses."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from builders.item import Word

UPOS = ("DET", "ADP", "AUX", "CCONJ", "SCONJ", "PRON", "PART")
"""Universal parts of speech of function words (EAR, section 3.2)."""

LAC_TAGS = {"p": "ADP", "c": "CCONJ", "u": "PART", "xc": "PART", "r": "PRON"}
"""Tags of the Chinese tagger that stand for the same parts of speech."""

_COMMON = (
    "a an the of in on at to by for from with and or but nor as is are was were be been am do does "
    "did has have had it its he she they we you i me him her them us this that these those"
)
COMMON_ENGLISH = frozenset(_COMMON.split())
"""English words too common to count as a part of an answer."""


@dataclass(frozen=True)
class FunctionWord:
    """A candidate.

    Attributes:
        index: Index among the words of the recording.
        text: The word.
        upos: Its universal part of speech.
    """

    index: int
    text: str
    upos: str


def function_words(
    text: str, words: Sequence[Word], tagger: Any, upos: Collection[str] = UPOS
) -> list[FunctionWord]:
    """Find the function words of a transcript.

    A word counts when the tagger's token covers it exactly: of ``don't`` the tagger makes two
    tokens, and neither has times of its own.

    Args:
        text: The transcript that the words' spans point into.
        words: Words of the recording; those without a span are never chosen.
        tagger: Object whose ``tag(text)`` gives tokens with ``start``, ``end`` and ``tag``.
        upos: Parts of speech that count.

    Returns:
        Candidates in the order of the text.
    """
    by_span = {word.span: i for i, word in enumerate(words) if word.span is not None}
    found = []
    for token in tagger.tag(text):
        tag = LAC_TAGS.get(token.tag, token.tag)
        index = by_span.get((token.start, token.end))
        if index is not None and tag in upos:
            found.append(FunctionWord(index, words[index].text, tag))
    return found
