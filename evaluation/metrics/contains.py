"""Does an answer contain the reference? After width, case and number normalisation.

Containment can only accept: where the reference is not found, a judge has to decide.
"""

from __future__ import annotations

import re
import unicodedata

from evaluation.metrics.syllables import is_hanzi, normalise

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
    before = "" if is_hanzi(wanted[0]) else r"(?<!\S)"
    after = "" if is_hanzi(wanted[-1]) else r"(?!\S)"
    return re.search(before + re.escape(wanted) + after, normalise(text)) is not None


def _stands_alone(character: str, text: str) -> bool:
    if re.search(rf"(?<!\w){re.escape(character)}(?!\w)", text):
        return True
    return any(normalise(digit) == character for digit in _LONE_DIGIT.findall(text))
