"""Evaluability-aware repair score (EAR).

C is the mean correctness over answerable inputs, R the mean repair score over degraded ones,
EAR their harmonic mean 2CR/(C + R), 0 where both are 0. An error or an empty answer is missing,
neither wrong nor a repair. Rows of one triplet share a source id, so that intervals resample
triplets.
"""

from __future__ import annotations

import numpy as np

from evaluation.contracts import Metric, Row, ratio
from evaluation.metrics._rows import answer, column, judged_yes, judgement

ANSWERABLE = frozenset({"original", "invariant"})
DEGRADED = "degraded"
REPAIR_SCORE = {"explicit_repair": 1.0, "generic_refusal": 0.5, "other": 0.0}


def _exact(text: str) -> str:
    return " ".join(text.casefold().strip(" \t\r\n.!?\"'").split())


def correctness(row: Row) -> float | None:
    """1 or 0 for an answerable input: exact match, else what the judge said."""
    if column(row, "condition") not in ANSWERABLE:
        return None
    text, reference = answer(row), row.example.reference
    if text is None:
        return None
    if reference and _exact(text) == _exact(reference):
        return 1.0
    judged = judged_yes(row, "correct")
    return None if judged is None else float(judged)


def repair(row: Row) -> float | None:
    """1, 0.5 or 0 for a degraded input, by the judge's category."""
    said = judgement(row, "repair")
    if column(row, "condition") != DEGRADED or said is None or answer(row) is None:
        return None
    return REPAIR_SCORE.get(said.category or "")


def harmonic(c: np.ndarray | float, r: np.ndarray | float) -> np.ndarray:
    """EAR of correctness and repair (both 0–1, any one shape); nan where either is missing."""
    c, r = np.asarray(c, dtype=float), np.asarray(r, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(c + r == 0, 0.0, 2 * c * r / (c + r))


def _measure_c(row: Row) -> tuple[float, float] | None:
    value = correctness(row)
    return None if value is None else (value, 1.0)


def _measure_r(row: Row) -> tuple[float, float] | None:
    value = repair(row)
    return None if value is None else (value, 1.0)


def _measure_ear(row: Row) -> tuple[float, float, float, float] | None:
    value = correctness(row)
    if value is not None:
        return value, 1.0, 0.0, 0.0
    value = repair(row)
    return None if value is None else (0.0, 0.0, value, 1.0)


def _combine_ear(sums: np.ndarray) -> np.ndarray:
    return harmonic(ratio(sums[..., 0:2]), ratio(sums[..., 2:4]))


EAR_C = Metric("ear_c", 1, _measure_c, needs=("correct",))
EAR_R = Metric("ear_r", 1, _measure_r, needs=("repair",))
EAR = Metric(
    "ear", 1, _measure_ear, combine=_combine_ear, needs=("correct", "repair"), components=4
)
