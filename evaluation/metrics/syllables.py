"""Mandarin text as toned syllables: the normaliser of the phoneme error rate.

Numbers become the Chinese numerals a speaker says, Latin words stay words in lower case without
accents, traditional characters become simplified, everything else is dropped. Hanzi are turned
into pinyin after punctuation is gone, since a recogniser sets its own punctuation and the reading
of polyphonic characters depends on their neighbours. 一 and 不 change their tone with what
follows, so that one wrong neighbour would count twice: they keep the tone of the dictionary.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from builders.text.compare.chinese import simplified
from builders.text.spoken import spoken_form

# Raised whenever the same text would give other syllables.
NORMALISER = "zh-toned-pinyin-1"

_HANZI = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HANZI_RUN = re.compile(f"[{_HANZI}]+")
_UNITS = re.compile(f"[{_HANZI}]|(?:(?![{_HANZI}])[^\\W\\d_])+(?:'(?:(?![{_HANZI}])[^\\W\\d_])+)*")
_BULLET = re.compile(r"^[ \t]*[-*+•·]+[ \t]+", re.MULTILINE)
_FIXED_TONE = {"一": "yi1", "不": "bu4"}
_DIGITS = "零一二三四五六七八九"


def is_hanzi(text: str) -> bool:
    """Whether a text is Chinese characters only."""
    return _HANZI_RUN.fullmatch(text) is not None


def _fold(text: str) -> str:
    """Width, case and accents away: ``Ｒǔ`` and ``ru`` are one."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return unicodedata.normalize("NFKC", plain)


@lru_cache(maxsize=65_536)
def normalise(text: str) -> str:
    """Hanzi and Latin words that a reader would say, runs separated by single spaces.

    Applying it twice changes nothing, and full-width and half-width forms give the same.
    """
    text = unicodedata.normalize("NFKC", text).replace("〇", "零")
    text = simplified(spoken_form(_BULLET.sub("", text), "zh"))
    text = "".join(_DIGITS[int(c)] if c.isdecimal() else c for c in _fold(text))
    words: list[str] = []
    hanzi = False
    for match in _UNITS.finditer(text):
        unit = match.group()
        chinese = is_hanzi(unit)
        if chinese and hanzi:
            words[-1] += unit
        else:
            words.append(unit)
        hanzi = chinese
    return " ".join(words)


def tokens(text: str) -> list[str]:
    """Toned syllables (``shao4``, neutral tone 5) and Latin words of a text, normalised first."""
    return [token for token, _ in tagged(text)]


@lru_cache(maxsize=65_536)
def tagged(text: str) -> tuple[tuple[str, bool], ...]:
    """Tokens with True for each Latin word."""
    from pypinyin import Style, lazy_pinyin

    out: list[tuple[str, bool]] = []
    for run in normalise(text).split():
        if is_hanzi(run):
            # With tone marks first: pypinyin then looks up alone, and each syllable is spelt once.
            out.extend(
                (_FIXED_TONE.get(character) or _numbered(syllable), False)
                for character, syllable in zip(run, lazy_pinyin(run, style=Style.TONE), strict=True)
            )
        else:
            out.append((run, True))
    return tuple(out)


@cache
def _numbered(syllable: str) -> str:
    from pypinyin.contrib.tone_convert import to_tone3

    return str(to_tone3(syllable, neutral_tone_with_five=True))
