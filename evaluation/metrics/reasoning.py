"""Reasoning accuracy (VocalBench-zh, table 7).

Categories with an exact answer are judged true or false. In analogical, causal, conflict,
hypothesis and story there are several good answers: the judge scores 1–5 and more than 3 is
correct.
"""

from __future__ import annotations

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import column, judged_score, judged_yes

# Categories of the released data → columns of table 7.
CATEGORIES = {
    "analogical": "analogical",
    "causal": "causal",
    "common sense": "common_sense",
    "conflict": "conflict",
    "deductive/inductive": "deductive_inductive",
    "hypothesis": "hypothesis",
    "story": "story",
    "counter proposition": "counter_proposition",
    "math": "math",
    "graphological": "graphological",
    "anachronisms": "anachronisms",
    "movie recommendation": "movie_recommendation",
    "natural language inference": "nli",
    "reading comprehension": "reading_comprehension",
    "sequence understanding": "sequence_understanding",
}
OPEN = frozenset({"analogical", "causal", "conflict", "hypothesis", "story"})
_NAMES = list(CATEGORIES.values())
BASE = frozenset(_NAMES[:8])
CULTURE = frozenset(_NAMES[9:])


def reasoning_category(row: Row) -> str | None:
    """Column of table 7 for a row; ``None`` where its category is not one of the fifteen."""
    value = column(row, "Category", "category")
    return None if value is None else CATEGORIES.get(str(value).strip().lower().replace("_", " "))


def _measure(row: Row) -> tuple[float, float] | None:
    if reasoning_category(row) in OPEN:
        value = judged_score(row, "score")
        return None if value is None else (float(value > 3), 1.0)
    correct = judged_yes(row, "correct")
    return None if correct is None else (float(correct), 1.0)


REASONING = Metric("reasoning", 1, _measure, needs=("correct", "score"))
