"""Check of a mispronunciation: a word of the clean text said almost right."""

from __future__ import annotations

import re

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
    changed = [(a, b) for a, b in zip(base, said, strict=True) if a != b]
    if len(changed) > _MOST_WORDS:
        raise ValueError(f"{len(changed)} words were changed, at most {_MOST_WORDS} may be")
    for meant, slip in changed:
        if _HAN.match(meant):
            _chinese(meant, slip)
        else:
            _english(meant, slip)
    return "; ".join(f"{meant} → {slip}" for meant, slip in changed)


def _english(meant: str, slip: str) -> None:
    from rapidfuzz.distance import Levenshtein

    if not slip.replace("'", "").isalpha() or not meant.replace("'", "").isalpha():
        raise ValueError(f"{meant!r} became {slip!r}: numbers cannot be mispronounced in writing")
    if len(meant) < 4:
        raise ValueError(f"{meant!r} is too short for the word meant to be guessed")
    distance = Levenshtein.distance(meant, slip)
    if distance > _MOST_LETTERS or distance > len(meant) / 2:
        raise ValueError(f"{slip!r} is not close to {meant!r}: {distance} letters differ")
    if _stems(meant) & _stems(slip):
        raise ValueError(f"{meant!r} → {slip!r} is another form of the word: a grammar error")


def _stems(word: str) -> set[str]:
    return {word, _ENDINGS.sub("", word)}


def _chinese(meant: str, slip: str) -> None:
    from pypinyin import Style, pinyin

    if not _HAN.match(slip):
        raise ValueError(f"{meant} became {slip!r}, which is no Chinese character")

    def readings(style: Style) -> tuple[set[str], set[str]]:
        one, other = (
            pinyin(c, style=style, heteronym=True, strict=False)[0] for c in (meant, slip)
        )
        return set(one), set(other)

    one, other = readings(Style.TONE3)
    if one & other:
        raise ValueError(f"{meant} and {slip} sound the same: a voice would say the clean text")
    initials, finals = readings(Style.INITIALS), readings(Style.FINALS)
    if not (initials[0] & initials[1] - {""}) and not (finals[0] & finals[1]):
        raise ValueError(
            f"{meant} ({'/'.join(one)}) and {slip} ({'/'.join(other)}) do not sound alike"
        )
