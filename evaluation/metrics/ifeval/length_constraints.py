"""IFEval instructions on length."""

from __future__ import annotations

import re

from builders.errors import VivavoceError
from evaluation.metrics.ifeval.relation import holds
from evaluation.metrics.ifeval.text import sentences, words

_DIVIDER = re.compile(r"\s?\*\*\*\s?")
_WORD_END = re.compile(r"[.,?!'\"]")


def number_words(response: str, *, num_words: int, relation: str) -> bool:
    """Number of words."""
    return holds(len(words(response)), relation, num_words)


def number_sentences(response: str, *, num_sentences: int, relation: str) -> bool:
    """Number of sentences."""
    return holds(len(sentences(response)), relation, num_sentences)


def number_paragraphs(response: str, *, num_paragraphs: int) -> bool:
    """Exactly so many paragraphs, parted by ``***``; only an outer one may be blank."""
    paragraphs = [paragraph.strip() for paragraph in _DIVIDER.split(response)]
    if not all(paragraphs[1:-1]):
        return False
    return sum(map(bool, paragraphs)) == num_paragraphs


def nth_paragraph_first_word(
    response: str, *, num_paragraphs: int, nth_paragraph: int, first_word: str
) -> bool:
    """Exactly so many paragraphs, parted by an empty line, one of which begins with a word.

    As in the original checker, blank parts do not count as paragraphs, yet the n-th part is
    looked up among all of them: a response that opens with empty lines fails.

    Raises:
        VivavoceError: There is no such paragraph to look at.
    """
    if not 1 <= nth_paragraph <= num_paragraphs:
        raise VivavoceError(
            f"'nth_paragraph' must be from 1 to {num_paragraphs}, not {nth_paragraph}"
        )
    parts = [part.strip() for part in response.split("\n\n")]
    if sum(map(bool, parts)) != num_paragraphs or not parts[nth_paragraph - 1]:
        return False
    word = parts[nth_paragraph - 1].split()[0].lstrip("'").lstrip('"')
    return _WORD_END.split(word, maxsplit=1)[0].lower() == first_word.lower()
