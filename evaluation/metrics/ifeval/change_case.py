"""IFEval instructions on capital and small letters."""

from __future__ import annotations

from evaluation.metrics.ifeval.relation import holds
from evaluation.metrics.ifeval.text import language, tokens


def english_capital(response: str) -> bool:
    """The response is English, all in capital letters."""
    return response.isupper() and language(response) in ("en", None)


def english_lowercase(response: str) -> bool:
    """The response is English, all in small letters."""
    return response.islower() and language(response) in ("en", None)


def capital_word_frequency(response: str, *, capital_frequency: int, capital_relation: str) -> bool:
    """Number of words in capital letters; ``A`` and ``I`` count, a hyphenated word is one."""
    capital = sum(token.isupper() for token in tokens(response))
    return holds(capital, capital_relation, capital_frequency)
