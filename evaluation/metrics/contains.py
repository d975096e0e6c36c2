"""Does an answer contain the reference? After width, case and number normalisation.

Containment can only accept: where the reference is not found, a judge has to decide.
"""

from __future__ import annotations

import re
import unicodedata

from evaluation.metrics.syllables import is_hanzi, normalise

_NUMERALS = "零一二三四五六七八九十百千万亿点"

# A digit that is no part of a longer number, a time, a range or a word.
_LONE_DIGIT = re.compile(r"(?<![\w.,:/-])\d(?![\w%:/-]|[.,]\d)")


def contains_keyword(text: str, reference: str) -> bool:
    """Whether a reference stands in an answer.

    Latin words match as whole words, Hanzi anywhere. A reference of one character is found in
    all kinds of words, so it must stand alone: between punctuation, spaces or the ends.

    Args:
        text: The answer, in Chinese, English or both.
        reference: The expected keyword.
    """
    wanted = normalise(reference)
    if not wanted:
        return False
    if len(wanted) == 1:
        return _stands_alone(wanted, unicodedata.normalize("NFKC", text).casefold())
    if _as_written(unicodedata.normalize("NFKC", reference).casefold().strip(), text):
        return True
    before = _edge(wanted[0], "(?<!{})")
    after = _edge(wanted[-1], "(?!{})")
    return re.search(before + re.escape(wanted) + after, normalise(text)) is not None


def _edge(character: str, look: str) -> str:
    """What may not stand beside the first or last character of a reference."""
    if character in _NUMERALS:
        return look.format(f"[{_NUMERALS}]")  # 13 is not said by 113, nor by 13.5
    return "" if is_hanzi(character) else look.format(r"\S")


def _as_written(reference: str, text: str) -> bool:
    # Numbers are read in the language of the text around them, which a bare reference lacks.
    edge = r"(?![a-z0-9]|[.,:]\d)"
    pattern = rf"(?<![a-z0-9])(?<!\d[.,:]){re.escape(reference)}{edge}"
    return re.search(pattern, unicodedata.normalize("NFKC", text).casefold()) is not None


def _stands_alone(character: str, text: str) -> bool:
    if re.search(rf"(?<!\w){re.escape(character)}(?!\w)", text):
        return True
    return any(normalise(digit) == character for digit in _LONE_DIGIT.findall(text))
