"""Does an answer contain the reference? After width, case and number normalisation.

Containment can only accept: where the reference is not found, a judge has to decide.
"""

from __future__ import annotations

import re
import unicodedata

from builders.text.spoken import spoken_form
from evaluation.metrics.syllables import is_hanzi, normalise


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
        return any(
            re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", form) for form in _plain_forms(text)
        )
    before = "" if is_hanzi(wanted[0]) else r"(?<!\S)"
    after = "" if is_hanzi(wanted[-1]) else r"(?!\S)"
    return re.search(before + re.escape(wanted) + after, normalise(text)) is not None


def _plain_forms(text: str) -> tuple[str, str]:
    """The answer with its punctuation, as written and with numbers read out."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded, spoken_form(folded, "zh")
