"""English words in spoken code-switched answers: how many, how well said (table 13).

The answer's text and the recogniser's transcript are aligned as Chinese syllables and Latin
words. Each Latin word of the text is one unit of ``Num``. PSR is the share of them that were
recognised as written. WER on them counts substitutions and deletions of those words, and
inserted Latin words, over ``Num``; edits of Chinese syllables do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from rapidfuzz.distance import Levenshtein

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import heard
from evaluation.metrics.syllables import tagged


@dataclass(frozen=True)
class EnglishCounts:
    """Counts over the English words of one answer."""

    words: int
    right: int
    edits: int


@lru_cache(maxsize=65_536)
def english_counts(text: str, asr_text: str) -> EnglishCounts:
    """Align a text with its transcript and count over the English words."""
    reference, hypothesis = tagged(text), tagged(asr_text)
    edits, missed = 0, set()
    steps = Levenshtein.editops(
        [token for token, _ in reference], [token for token, _ in hypothesis]
    )
    for step in steps:
        if step.tag == "insert":
            edits += hypothesis[step.dest_pos][1]
        elif reference[step.src_pos][1]:
            edits += 1
            missed.add(step.src_pos)
    words = sum(latin for _, latin in reference)
    return EnglishCounts(words, words - len(missed), edits)


def _num(row: Row) -> tuple[float, float] | None:
    pair = heard(row)
    return None if pair is None else (float(english_counts(*pair).words), 1.0)


def _psr(row: Row) -> tuple[float, float] | None:
    pair = heard(row)
    if pair is None:
        return None
    counts = english_counts(*pair)
    return float(counts.right), float(counts.words)


def _wer(row: Row) -> tuple[float, float] | None:
    pair = heard(row)
    if pair is None:
        return None
    counts = english_counts(*pair)
    return float(counts.edits), float(counts.words)


def _total(sums: np.ndarray) -> np.ndarray:
    return np.asarray(sums[..., 0])


ENGLISH_NUM = Metric("english_num", 1, _num, combine=_total, unit="score", needs=("asr_text",))
ENGLISH_PSR = Metric("english_psr", 1, _psr, needs=("asr_text",))
ENGLISH_WER = Metric("english_wer", 1, _wer, needs=("asr_text",), higher_is_better=False)
