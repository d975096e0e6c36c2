"""Phoneme error rate of a spoken Mandarin answer against its text (VocalBench-zh, clarity).

Both texts become toned syllables; the rate is Σ edits / Σ reference length over all rows. A number
may be said in any of its readings, see :mod:`evaluation.metrics.per_readings`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import heard
from evaluation.metrics.edits import edit_distance
from evaluation.metrics.per_readings import Written, alike
from evaluation.metrics.syllables import normalise, tokens

__all__ = ["CLEAR", "NORMALISER", "PER", "ErrorCounts", "is_clear", "per_counts"]

# Syllables as ``zh-toned-pinyin-1`` gives them, read alike; raised with either.
NORMALISER = "zh-toned-pinyin-2"

# A spoken answer below this rate is understood (VocalBench-zh, table 6 and instruction following).
CLEAR = 0.05


@dataclass(frozen=True)
class ErrorCounts:
    """Edits and reference length of one pair; the rate of an empty reference is its edits."""

    edits: int
    length: int

    @property
    def rate(self) -> float:
        """Edits over reference length; over 1 where there is no reference."""
        return self.edits / max(self.length, 1)


@lru_cache(maxsize=65_536)
def per_counts(text: str, asr_text: str) -> ErrorCounts:
    """Edits between the syllables of a text and of what was heard.

    The length is that of the text as it is read by default, whichever reading was heard.
    """
    reference = tokens(text)
    edits = edit_distance(reference, tokens(asr_text))
    if edits:
        heard_so = normalise(asr_text)
        read_so = alike(normalise(text), heard_so, Written.of(text, asr_text))
        if read_so != heard_so:
            edits = min(edits, edit_distance(reference, tokens(read_so)))
    return ErrorCounts(edits, len(reference))


def is_clear(row: Row) -> bool | None:
    """Whether the spoken answer can be understood (PER < 0.05); ``None`` where not known."""
    pair = heard(row)
    return None if pair is None else per_counts(*pair).rate < CLEAR


def _measure(row: Row) -> tuple[float, float] | None:
    pair = heard(row)
    if pair is None:
        return None
    counts = per_counts(*pair)
    return float(counts.edits), float(counts.length)


PER = Metric("per", 2, _measure, needs=("asr_text",), higher_is_better=False)
