"""Chinese text in the form in which two transcripts are compared.

Traditional characters become simplified, written text is brought to its spoken form (50% →
百分之五十) and numerals then become digits, so that 五十, ５０ and 50 are one, whichever reading a
recogniser chose to write.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from builders.text.compare.chinese_numerals import digits_for_numerals
from builders.text.spoken import spoken_form
from builders.text.spoken.chinese_numbers import number

_TOKEN = re.compile(r"[a-z\u00c0-\u024f]+(?:'[a-z]+)*|[^\W_]")
_KEPT = re.compile(r"[a-z\u00c0-\u024f]+(?:'[a-z]+)*|\d+(?:\.\d+)*|[^\W_]")
_LATIN = re.compile(r"[a-z\u00c0-\u024f]")
_SAME_SOUND = str.maketrans(
    {"她": "他", "它": "他", "牠": "他", "祂": "他", "地": "的", "得": "的", "您": "您"}
)
_DIGITS = re.compile(r"\d+(?:\.\d+)?")


@lru_cache(maxsize=1)
def _converter() -> tuple[Any, frozenset[str]]:
    from opencc import OpenCC

    converter = OpenCC("t2s")
    return converter, frozenset(
        chr(code) for code in range(0x3400, 0xA000) if converter.convert(chr(code)) != chr(code)
    )


def simplified(text: str) -> str:
    """Bring traditional characters to simplified ones."""
    converter, traditional = _converter()
    return text if traditional.isdisjoint(text) else str(converter.convert(text))


def tokens_chinese(text: str) -> list[str]:
    """Units of the character error rate: a character, a digit, or a whole Latin word."""
    return _TOKEN.findall(text)


def normalise_chinese(text: str) -> str:
    """Return characters, digits and Latin words without punctuation.

    Spaces are left only between Latin words.
    """
    text = digits_for_numerals(spoken_form(simplified(text), "zh").lower())
    out: list[str] = []
    for token in _KEPT.findall(text):
        if out and _LATIN.match(token) and _LATIN.match(out[-1]):
            out.append(" ")
        out.append(token)
    return "".join(out)


def same_sound_chinese(reference: str, hypothesis: str) -> bool:
    """Whether two normalised texts are pronounced alike, by toned pinyin.

    A syllable also counts as equal where the character is the same and its reading depends on
    what stands beside it.
    """
    first, second = (_DIGITS.sub(lambda m: number(m[0]), text) for text in (reference, hypothesis))
    left, right = (
        tokens_chinese(first.translate(_SAME_SOUND)),
        tokens_chinese(second.translate(_SAME_SOUND)),
    )
    if len(left) != len(right):
        return False
    if left == right:
        return True
    sounds = zip(left, right, _pinyin(left), _pinyin(right), strict=True)
    return all(a == b or x == y for a, b, x, y in sounds)


def _pinyin(tokens: list[str]) -> list[str]:
    from pypinyin import Style, lazy_pinyin

    out: list[str] = []
    run = ""
    for token in [*tokens, ""]:
        if len(token) == 1 and "\u3400" <= token <= "\u9fff":
            run += token
            continue
        if run:
            out.extend(lazy_pinyin(run, style=Style.TONE3, neutral_tone_with_five=True))
            run = ""
        if token:
            out.append(token)
    return out
