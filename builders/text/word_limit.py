"""Only short texts are spoken (VoiceBench, 3.1: IFEval prompts of fewer than 50 words)."""

from __future__ import annotations

import re

from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step

VERSION = 1
_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff]"
_WORD = re.compile(rf"{_HAN}|[^\s\u3400-\u4dbf\u4e00-\u9fff]+")


@step("word_limit", version=VERSION)
def word_limit(item: Item, ctx: Context, fewer_than: int = 50) -> Outcome:
    """Reject a row whose prompt has ``fewer_than`` words or more."""
    if fewer_than < 1:
        raise VivavoceError(f"step 'word_limit': fewer_than is {fewer_than}, it must be positive")
    words = count_words(item.prompt)
    if words >= fewer_than:
        return Rejected("too many words", f"{words} words, fewer than {fewer_than} are allowed")
    return item


def count_words(text: str) -> int:
    """Words separated by white space; every Chinese character counts as one.

    A mark that stands alone (``-``, ``*``, a Chinese comma) is no word.
    """
    return sum(any(c.isalnum() for c in word) for word in _WORD.findall(text))
