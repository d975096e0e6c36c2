"""Does an answer contain the reference? After width, case and number normalisation.

Containment can only accept: where the reference is not found, a judge has to decide.
"""

from __future__ import annotations

import re
import unicodedata

from evaluation.metrics.syllables import is_hanzi, normalise

_NUMERALS = "零一二三四五六七八九十百千万亿点"

# What makes a number part of another one: -5, 5 %, 5 万 and 5/6 are not 5.
_SIGNED = r"(?<![-−–~/])(?<!负)(?<!负 )(?<!零下)(?<!零下 )(?<!minus )(?<!negative )"
_LARGER = (
    r"(?!\s*(?:[%‰十百千万亿]|分之|percent\b|per cent\b|hundred\b|thousand\b|million\b|billion\b"
    r"|trillion\b))(?![-−–~/]\d)"
)
# A digit that is no part of a longer number, a time, a range or a word.
_LONE_DIGIT = re.compile(rf"{_SIGNED}(?<![\w.])(?<!\d[,:])\d{_LARGER}(?![\w%:/-]|[.,]\d)")


def contains_keyword(text: str, reference: str) -> bool:
    """Whether a reference stands in an answer.

    Latin words match as whole words, Hanzi anywhere. A reference of one character is found in
    all kinds of words, so it must stand alone: between punctuation, spaces or the ends.

    Args:
        text: The answer, in Chinese, English or both.
        reference: The expected keyword.
    """
    return any(_contains(text, form) for form in _forms(reference))


def _forms(reference: str) -> list[str]:
    """A reference and its other readings: years are said digit by digit, with or without 年."""
    plain = unicodedata.normalize("NFKC", reference).strip()
    year = re.fullmatch(r"(\d{4})年?", plain)
    if not year:
        return [reference]
    return [reference, year[1], "".join("零一二三四五六七八九"[int(d)] for d in year[1])]


def _plain(text: str) -> str:
    # 两百 and 二百 are one number said in two ways.
    return re.sub(r"两(?=[百千万亿])", "二", normalise(text))


def _contains(text: str, reference: str) -> bool:
    wanted = _plain(reference)
    if not wanted:
        return False
    if len(wanted) == 1:
        return _stands_alone(wanted, unicodedata.normalize("NFKC", text).casefold())
    if _as_written(unicodedata.normalize("NFKC", reference).casefold().strip(), text):
        return True
    before = _edge(wanted[0], "(?<!{})", "(?<!负)(?<!零下)(?<!分之)")
    after = _edge(wanted[-1], "(?!{})", "(?!分之)")
    return re.search(before + re.escape(wanted) + after, _plain(text)) is not None


def _edge(character: str, look: str, part: str) -> str:
    """What may not stand beside the first or last character of a reference."""
    if character in _NUMERALS:
        return look.format(f"[{_NUMERALS}]") + part  # 13 is not said by 113, 13.5, -13 or 13 %
    return "" if is_hanzi(character) else look.format(r"\S")


def _as_written(reference: str, text: str) -> bool:
    # Numbers are read in the language of the text around them, which a bare reference lacks.
    signed = _SIGNED if reference[:1].isdecimal() else ""
    larger = _LARGER if reference[-1:].isdecimal() else ""
    edge = r"(?![a-z0-9]|[.,:]\d)"
    pattern = rf"{signed}(?<![a-z0-9])(?<!\d[.,:]){re.escape(reference)}{larger}{edge}"
    return re.search(pattern, unicodedata.normalize("NFKC", text).casefold()) is not None


def _stands_alone(character: str, text: str) -> bool:
    if re.search(rf"(?<!\w){re.escape(character)}(?!\w)", text):
        return True
    return any(normalise(digit) == character for digit in _LONE_DIGIT.findall(text))
