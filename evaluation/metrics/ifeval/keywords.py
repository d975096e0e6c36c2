"""IFEval instructions on words and letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from builders.errors import VivavoceError
from evaluation.metrics.ifeval.relation import holds


def existence(response: str, *, keywords: Sequence[str]) -> bool:
    """Every keyword stands in the response, inside longer words too, in any case."""
    return all(_count(keyword, response) for keyword in keywords)


def frequency(response: str, *, keyword: str, frequency: int, relation: str) -> bool:
    """Number of times the keyword stands in the response; ``war`` also counts in ``warm``."""
    return holds(_count(keyword.strip(), response), relation, frequency)


def forbidden_words(response: str, *, forbidden_words: Sequence[str]) -> bool:
    """None of the words stands in the response as a word of its own, in any case."""
    return not any(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)", response, re.IGNORECASE)
        for word in forbidden_words
    )


def letter_frequency(response: str, *, letter: str, let_frequency: int, let_relation: str) -> bool:
    """Number of times a character stands in the response, in any case.

    Two prompts of the data set ask for ``#`` and ``!``. The original checker counts a letter drawn
    at random for these; here the character asked for is counted.

    Raises:
        VivavoceError: ``letter`` is not one character.
    """
    if len(letter) != 1:
        raise VivavoceError(f"'letter' must be one character, not {letter!r}")
    return holds(response.lower().count(letter.lower()), let_relation, let_frequency)


def _count(keyword: str, text: str) -> int:
    """Occurrences of a keyword, taken literally: ``C++`` is no pattern."""
    return len(re.findall(re.escape(keyword), text, re.IGNORECASE))
