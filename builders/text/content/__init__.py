"""The seven content variations of VoiceBench (6.1, table 6), each with a check of its own.

A check gets the clean text and its rewrite and raises ``ValueError`` where the rewrite is not of
the named kind.
"""

from __future__ import annotations

from collections.abc import Callable

from builders.text.content.disfluency import false_start, interjection, pause, repair, repeat
from builders.text.content.grammar_error import grammar_error
from builders.text.content.mispronunciation import mispronunciation

Check = Callable[[str, str, str], str]

KINDS: dict[str, Check] = {
    "repair": repair,
    "repeat": repeat,
    "pause": pause,
    "interjection": interjection,
    "false_start": false_start,
    "mispronunciation": mispronunciation,
    "grammar_error": grammar_error,
}
"""Check by kind: ``(clean, rewrite, language) -> what was changed``."""

__all__ = ["KINDS", "Check"]
