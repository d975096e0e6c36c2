"""Knowledge accuracy from the text and from the speech of an answer (VocalBench-zh, table 6).

Text (S2T): the reference stands in the answer, else the judge decides. Speech (S2S): correct and
understood, that is with a phoneme error rate below 0.05.
"""

from __future__ import annotations

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import answer, judged_yes
from evaluation.metrics.keyword import acceptable, find_keyword
from evaluation.metrics.per import is_clear


def correct(row: Row) -> bool | None:
    """Whether an answer is correct; ``None`` without answer, or where only a judge could say."""
    text = answer(row)
    if text is None:
        return None
    if find_keyword(text, acceptable(row), row.example.language):
        return True
    return judged_yes(row, "correct")


def _s2t(row: Row) -> tuple[float, float] | None:
    value = correct(row)
    return None if value is None else (float(value), 1.0)


def _s2s(row: Row) -> tuple[float, float] | None:
    value, clear = correct(row), is_clear(row)
    # Speech is asked for even where the text is wrong: else failures alone would be counted.
    return None if value is None or clear is None else (float(value and clear), 1.0)


KNOWLEDGE_S2T = Metric("knowledge_s2t", 2, _s2t, needs=("correct",))
KNOWLEDGE_S2S = Metric("knowledge_s2s", 2, _s2s, needs=("correct", "asr_text"))
