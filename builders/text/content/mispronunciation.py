"""Check of a mispronunciation: a word of the clean text said almost right."""

from __future__ import annotations

import math
import re

from builders.text.content.phrases import NEGATING, NUMBERS, OPPOSITES
from builders.text.content.tokens import tokens

_MOST_WORDS = 2
_MOST_LETTERS = 3
_ENDINGS = re.compile(r"(?:'s|s|es|ed|d|ing|ly|er|est)$")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")


def mispronunciation(clean: str, variant: str, language: str) -> str:
    """One or two words differ a little; all others are the same, in the same order."""
    base, said = tokens(clean), tokens(variant)
    if base == said:
        raise ValueError("nothing was changed")
    if len(base) != len(said):
        raise ValueError(f"{len(said)} words instead of {len(base)}: words were added or left out")
    changed = [place for place, unit in enumerate(base) if unit != said[place]]
    if len(changed) > _MOST_WORDS:
        raise ValueError(f"{len(changed)} words were changed, at most {_MOST_WORDS} may be")
    for place in changed:
        _keeps_sense(base[place], said[place])
        if _HAN.match(base[place]):
            _chinese(base, said, place)
        else:
            _english(base[place], said[place])
    return "; ".join(f"{base[place]} → {said[place]}" for place in changed)


def _keeps_sense(meant: str, slip: str) -> None:
    """A slip must not be a word that says something else: no listener could guess what was meant.

    Which of all words are others than the one meant is for the model to judge; numbers, denials
    and opposites are known.
    """
    if slip in NUMBERS:
        raise ValueError(f"{meant!r} became the number {slip!r}")
    longer, shorter = sorted((meant, slip), key=len, reverse=True)
    denied = longer.endswith(shorter) and longer.removesuffix(shorter) in NEGATING
    if denied or frozenset((meant, slip)) in OPPOSITES:
        raise ValueError(f"{meant!r} became {slip!r}, which says the opposite")


def _english(meant: str, slip: str) -> None:
    from rapidfuzz.distance import Levenshtein

    if not slip.replace("'", "").isalpha() or not meant.replace("'", "").isalpha():
        raise ValueError(f"{meant!r} became {slip!r}: numbers cannot be mispronounced in writing")
    if len(meant) < 4:
        raise ValueError(f"{meant!r} is too short for the word meant to be guessed")
    distance = Levenshtein.distance(meant, slip)
    if distance > min(_MOST_LETTERS, math.ceil(len(meant) / 3)):
        raise ValueError(f"{slip!r} is not close to {meant!r}: {distance} letters differ")
    if _stems(meant) & _stems(slip):
        raise ValueError(f"{meant!r} → {slip!r} is another form of the word: a grammar error")


def _stems(word: str) -> set[str]:
    return {word, _ENDINGS.sub("", word)}


def _chinese(base: list[str], said: list[str], place: int) -> None:
    meant, slip = base[place], said[place]
    if not _HAN.match(slip):
        raise ValueError(f"{meant} became {slip!r}, which is no Chinese character")
    one, other = _reading(base, place), _reading(said, place)
    if one == other:
        raise ValueError(f"{meant} and {slip} sound the same: a voice would say the clean text")
    if not _alike(one, other):
        raise ValueError(f"{meant} ({one}) and {slip} ({other}) do not sound alike")


def _reading(units: list[str], place: int) -> str:
    """Toned pinyin of one character, as it is read in its words."""
    from pypinyin import Style, lazy_pinyin

    chinese = [unit for unit in units if _HAN.match(unit)]
    before = sum(bool(_HAN.match(unit)) for unit in units[:place])
    return lazy_pinyin("".join(chinese), style=Style.TONE3)[before]


def _alike(one: str, other: str) -> bool:
    from pypinyin.contrib.tone_convert import to_finals, to_initials

    initials = to_initials(one, strict=False), to_initials(other, strict=False)
    return (initials[0] == initials[1] != "") or to_finals(one) == to_finals(other)
