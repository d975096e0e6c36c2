"""Fluency: mean predicted opinion score of the spoken answers (VocalBench-zh, UTMOS).

The predictor and its variant are the judge id of the ``mos`` judgements.
"""

from __future__ import annotations

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import has_speech, judgement


def _measure(row: Row) -> tuple[float, float] | None:
    said = judgement(row, "mos")
    if said is None or said.score is None or not has_speech(row):
        return None
    return said.score, 1.0


FLUENCY = Metric("fluency", 1, _measure, unit="score", needs=("mos",))
