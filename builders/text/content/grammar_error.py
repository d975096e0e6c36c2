"""Check of a grammar error: function words, word forms or word order, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from builders.text.content.disfluency import false_start, interjection, pause, repair, repeat
from builders.text.content.phrases import FUNCTION, KEPT
from builders.text.content.tokens import tokens

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_MOST_EDITS = 4


def grammar_error(clean: str, variant: str, language: str) -> str:
    """A small slip of grammar: all content words, negations and question words stay."""
    from rapidfuzz.distance import Levenshtein

    base, said = tokens(clean), tokens(variant)
    if base == said:
        raise ValueError("nothing was changed")
    edits = Levenshtein.distance(base, said)
    if edits > _MOST_EDITS:
        raise ValueError(f"{edits} words differ, at most {_MOST_EDITS} may")
    for check in (repeat, pause, interjection, false_start, repair):
        if _passes(check, clean, variant, language):
            raise ValueError(f"that is the variation '{check.__name__}' and no grammar error")
    _keeps_content(base, said)
    return f"{edits} word{'s' if edits > 1 else ''} differ"


def _keeps_content(base: list[str], said: list[str]) -> None:
    left = Counter(word for word in said if not _is_function(word))
    unmatched = []
    for word, count in Counter(word for word in base if not _is_function(word)).items():
        same = min(count, left[word])
        left[word] -= same
        unmatched += [word] * (count - same)
    for word in unmatched:
        form = next((other for other in left.elements() if _same_word(word, other)), None)
        if form is None:
            raise ValueError(f"{word!r} is gone, which is no function word")
        left[form] -= 1
    added = list(left.elements())
    if added:
        raise ValueError(f"{added[0]!r} was added, which is no function word")


def _is_function(word: str) -> bool:
    return word in FUNCTION


def _same_word(one: str, other: str) -> bool:
    """Whether two words are forms of one: a common beginning and a short different ending."""
    if one in KEPT or other in KEPT or _HAN.match(one) or _HAN.match(other):
        return False
    if any(c.isdigit() for c in one + other):
        return False
    common = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    shared = min(len(one), len(other)) if common is None else common
    shorter = min(len(one), len(other))
    return shared >= min(3, shorter) and shared >= shorter - 2 and abs(len(one) - len(other)) <= 3


def _passes(check: Callable[[str, str, str], str], clean: str, variant: str, language: str) -> bool:
    try:
        check(clean, variant, language)
    except ValueError:
        return False
    return True
