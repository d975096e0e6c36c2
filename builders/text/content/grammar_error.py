"""Check of a grammar error: function words, word forms or word order, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable

from builders.text.content.disfluency import false_start, interjection, pause, repair, repeat
from builders.text.content.phrases import FUNCTION, KEPT, OPPOSITES, PERSONS
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
    _keeps_sense(base, said)
    return f"{edits} word{'s' if edits > 1 else ''} differ"


def _keeps_content(base: list[str], said: list[str]) -> None:
    """Content words must stay, in their order: who bites whom is no matter of grammar alone."""
    meant = [word for word in base if not _is_function(word)]
    left = [word for word in said if not _is_function(word)]
    if sorted(meant) == sorted(left) and meant != left:
        raise ValueError("the content words stand in another order, which may change the meaning")
    for number, word in enumerate(meant):
        if number >= len(left) or not (word == left[number] or _same_word(word, left[number])):
            raise ValueError(f"{word!r} is gone or out of place, which is no function word")
    if len(left) > len(meant):
        raise ValueError(f"{left[len(meant)]!r} was added, which is no function word")


def _keeps_sense(base: list[str], said: list[str]) -> None:
    """A function word may be wrong, but not turn the request into another one."""
    from rapidfuzz.distance import Levenshtein

    for edit in Levenshtein.editops(base, said):
        if edit.tag != "replace":
            continue
        one, other = base[edit.src_pos], said[edit.dest_pos]
        if frozenset((one, other)) in OPPOSITES:
            raise ValueError(f"{one!r} became {other!r}, which says something else")
        if one in PERSONS and other in PERSONS and PERSONS[one] != PERSONS[other]:
            raise ValueError(f"{one!r} became {other!r}, which is somebody else")


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
