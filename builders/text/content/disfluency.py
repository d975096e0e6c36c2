"""Checks of the five disfluencies: all words of the clean text stay, and only some are put in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builders.text.content.phrases import EDITING, FILLERS, INTERJECTIONS
from builders.text.content.tokens import inserted, shown, tokens

_LONGEST_REPARANDUM = {"en": 5, "zh": 8}
_LONGEST_REPEAT = {"en": 4, "zh": 6}
_LONGEST_START = {"en": 12, "zh": 20}
_BREAK = re.compile(r"[…—–,，。.?？!！;；]|--|\s-\s")


def repeat(clean: str, variant: str, language: str) -> str:
    """One word or short phrase is said again at once; nothing else is added."""
    base, said = tokens(clean), tokens(variant)

    def allowed(i: int, j: int) -> Iterator[int]:
        for length in range(1, min(j, _LONGEST_REPEAT[language]) + 1):
            if said[i : i + length] == base[j - length : j]:
                yield length

    found = inserted(base, said, allowed)
    if not found:
        raise ValueError(_why(base, said, "a repeated word or phrase"))
    return _told(found)


def pause(clean: str, variant: str, language: str) -> str:
    """A filler inside the sentence; nothing else is added."""
    base, said = tokens(clean), tokens(variant)

    def allowed(i: int, j: int) -> Iterator[int]:
        if 0 < j < len(base):
            yield from _lengths(said, i, FILLERS)

    found = inserted(base, said, allowed)
    if not found:
        raise ValueError(_why(base, said, "a filler such as 'uh' inside the sentence"))
    return _told(found)


def interjection(clean: str, variant: str, language: str) -> str:
    """An interjection before the sentence or at a break in it; nothing else is added."""
    base, said = tokens(clean), tokens(variant)

    def allowed(i: int, j: int) -> Iterator[int]:
        yield from _lengths(said, i, INTERJECTIONS)

    found = inserted(base, said, allowed)
    if not found:
        raise ValueError(_why(base, said, "an interjection such as 'well'"))
    if len(found) > 2:
        raise ValueError(f"{len(found)} interjections: {_told(found)}")
    return _told(found)


def false_start(clean: str, variant: str, language: str) -> str:
    """A sentence is begun and abandoned; then the whole clean text follows."""
    base, said = tokens(clean), tokens(variant)
    length = len(said) - len(base)
    if length < 1 or said[length:] != base:
        raise ValueError("the clean text does not follow whole after a beginning")
    start = said[:length]
    if length < 2:
        raise ValueError(f"{shown(start)!r} is one word and no beginning of a sentence")
    if length > max(_LONGEST_START[language], len(base)):
        raise ValueError(f"a beginning of {length} words")
    if _only(start, FILLERS | INTERJECTIONS):
        raise ValueError(f"{shown(start)!r} is no beginning of a sentence")
    if any(tuple(start[-n:]) in EDITING for n in range(1, length)):
        raise ValueError(f"{shown(start)!r} corrects something: that is a repair")
    if not _break_after(variant, length):
        raise ValueError("nothing shows that the speaker breaks off")
    return shown(start)


def repair(clean: str, variant: str, language: str) -> str:
    """A wrong word, an editing phrase ("I mean"), and then what was meant."""
    base, said = tokens(clean), tokens(variant)

    def allowed(i: int, j: int) -> Iterator[int]:
        if j == len(base):
            return
        for wrong in range(1, _LONGEST_REPARANDUM[language] + 1):
            slip = said[i : i + wrong]
            if slip == base[j : j + wrong] or _only(slip, FILLERS | INTERJECTIONS | EDITING):
                continue
            # "… no wait": the "no" announces the correction and is no part of what was wrong.
            if any(tuple(slip[-n:]) in EDITING for n in range(1, wrong + 1)):
                continue
            for editing in _lengths(said, i + wrong, EDITING):
                yield wrong + editing

    found = inserted(base, said, allowed)
    if not found:
        raise ValueError(_why(base, said, "a wrong word that an editing phrase corrects"))
    if len(found) > 1:
        raise ValueError(f"{len(found)} repairs: {_told(found)}")
    return _told(found)


def _lengths(said: list[str], i: int, known: frozenset[tuple[str, ...]]) -> Iterator[int]:
    for length in range(1, 8):
        if tuple(said[i : i + length]) in known and i + length <= len(said):
            yield length


def _only(units: list[str], known: frozenset[tuple[str, ...]]) -> bool:
    reached = {0}
    for i in range(len(units)):
        if i in reached:
            reached.update(i + n for n in range(1, 8) if tuple(units[i : i + n]) in known)
    return bool(units) and len(units) in reached


def _break_after(variant: str, count: int) -> bool:
    """Whether punctuation stands between token ``count`` and the next."""
    seen = 0
    for end in range(1, len(variant) + 1):
        seen = len(tokens(variant[:end]))
        if seen > count:
            break
        if seen == count and _BREAK.search(variant[end - 1 : end + 1]):
            return True
    return False


def _told(found: list[tuple[int, list[str]]]) -> str:
    return "; ".join(shown(piece) for _, piece in found)


def _why(base: list[str], said: list[str], wanted: str) -> str:
    if base == said:
        return "nothing was changed"
    missing = inserted(base, said, lambda i, j: range(1, len(said) - i + 1)) is None
    if missing:
        return "words of the clean text are missing, changed or out of order"
    return f"what was put in is not {wanted}"
