"""Mandarin–English code-switching (VocalBench-zh, table 13, upper half).

Preserve rate is the accuracy on code-switched questions over that on their English twins. LSA
(language stays aligned) is the share of answers in the language of the question: that language
is the one with more units, a Hanzi or a Latin word being one unit.
"""

from __future__ import annotations

import numpy as np

from evaluation.contracts import Metric, Row, ratio
from evaluation.metrics._rows import answer, column, judged_yes, mean_score, share_above
from evaluation.metrics.contains import contains_keyword
from evaluation.metrics.syllables import is_hanzi, normalise

ENGLISH_TWIN = "cs_knowledge_en"


def cs_correct(row: Row) -> bool | None:
    """Whether an answer holds the Chinese or the English reference, else what the judge said."""
    text = answer(row)
    if text is None:
        return None
    references = (
        row.example.reference,
        column(row, "Answer_zh"),
        column(row, "Answer_en"),
        column(row, "Answer"),
    )
    if any(contains_keyword(text, str(r)) for r in references if r):
        return True
    return judged_yes(row, "correct")


def _accuracy(row: Row) -> tuple[float, float] | None:
    value = cs_correct(row)
    return None if value is None else (float(value), 1.0)


def _preserve(row: Row) -> tuple[float, float, float, float] | None:
    value = cs_correct(row)
    if value is None:
        return None
    if row.example.config == ENGLISH_TWIN:
        return 0.0, 0.0, float(value), 1.0
    return float(value), 1.0, 0.0, 0.0


def _combine(sums: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(ratio(sums[..., 0:2]) / ratio(sums[..., 2:4]))


def dominant_language(text: str) -> str | None:
    """``zh`` or ``en``, whichever has more units; ``None`` for a tie and for neither."""
    runs = normalise(text).split()
    hanzi = sum(len(run) for run in runs if is_hanzi(run))
    latin = sum(not is_hanzi(run) for run in runs)
    if hanzi == latin:
        return None
    return "zh" if hanzi > latin else "en"


def _lsa(row: Row) -> tuple[float, float] | None:
    text = answer(row)
    if text is None:
        return None
    # Numbers alone are in no language: they are read as Chinese, which would decide the matter.
    if not any(c.isalpha() for c in text):
        return 0.0, 0.0
    asked = dominant_language(row.example.prompt) or row.example.language
    return float(dominant_language(text) == asked), 1.0


CS_ACCURACY = Metric("cs_accuracy", 2, _accuracy, needs=("correct",))
CS_PRESERVE_RATE = Metric(
    "cs_preserve_rate", 2, _preserve, combine=_combine, needs=("correct",), components=4
)
CS_LSA = Metric("cs_lsa", 1, _lsa)
CS_UNDERSTANDING = share_above("cs_understanding", "relevance", 3)
CS_GENERATION = mean_score("cs_generation", "generation")
