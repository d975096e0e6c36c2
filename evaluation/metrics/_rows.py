"""What metrics ask of a row, with one rule for what is missing.

An error, a time-out or an empty text is no answer, and a judgement of no answer is no judgement.

Judgement tasks that the metrics read:

============== ========================================================================
``score``      1–5, the quality of an answer
``correct``    yes/no, agrees with the reference
``panda``      yes/no, learned answer equivalence (PEDANTS)
``follows``    yes/no, keeps to the instruction
``refusal``    yes/no, refuses or dissuades
``empathy``    1–5, semantic empathy
``relevance``  1–5, the question was understood
``generation`` 1–5, quality of a code-switched answer
``repair``     ``explicit_repair``, ``generic_refusal`` or ``other``
``mos``        predicted mean opinion score of the spoken answer, 1–5
``emotion``    probabilities of the spoken answer, a JSON object label → p in ``raw``
============== ========================================================================
"""

from __future__ import annotations

import json
from typing import Any

from evaluation.contracts import Judgement, Metric, Row

YES, NO = "yes", "no"
TASKS = (
    "score",
    "correct",
    "panda",
    "follows",
    "refusal",
    "empathy",
    "relevance",
    "generation",
    "repair",
    "mos",
    "emotion",
)


def answer(row: Row) -> str | None:
    """Text of the answer; ``None`` for an error, no text or blank text."""
    response = row.response
    if response is None or response.error is not None or response.text is None:
        return None
    return response.text if response.text.strip() else None


def heard(row: Row) -> tuple[str, str] | None:
    """Text of the answer and what the recogniser heard of its speech.

    A recogniser that heard nothing gives ``""``; one that was not run gives ``None``.
    """
    text = answer(row)
    if text is None or row.response is None or row.response.asr_text is None:
        return None
    return text, row.response.asr_text


def has_speech(row: Row) -> bool:
    """Whether there is a spoken answer, be it only known by its transcript or duration."""
    response = row.response
    return (
        response is not None
        and response.error is None
        and (
            response.audio is not None
            or response.asr_text is not None
            or response.duration is not None
        )
    )


def judgement(row: Row, task: str) -> Judgement | None:
    """The usable judgement of a task; ``None`` where the judge failed."""
    said = row.judgements.get(task)
    return None if said is None or said.error is not None else said


def judged_score(row: Row, task: str, *, low: float = 1.0, high: float = 5.0) -> float | None:
    """Score of an answer; ``None`` without answer, without score, or outside the scale."""
    said = judgement(row, task)
    if answer(row) is None or said is None or said.score is None:
        return None
    return said.score if low <= said.score <= high else None


def judged_yes(row: Row, task: str) -> bool | None:
    """Whether the judge said yes; ``None`` without answer or without a plain yes or no."""
    said = judgement(row, task)
    if answer(row) is None or said is None or said.category not in {YES, NO}:
        return None
    return said.category == YES


def probabilities(row: Row, task: str = "emotion") -> dict[str, float] | None:
    """Class probabilities of the spoken answer; ``None`` where there is no speech or no reading."""
    said = judgement(row, task)
    if said is None or not has_speech(row):
        return None
    try:
        table = json.loads(said.raw)
    except json.JSONDecodeError:
        return None
    if not isinstance(table, dict) or not table:
        return None
    if not all(isinstance(p, int | float) and 0 <= p <= 1 for p in table.values()):
        return None
    return {str(label): float(p) for label, p in table.items()}


def column(row: Row, *names: str) -> Any:
    """First of the named columns that the row has; ``None`` where it has none of them.

    Released data spell some columns in two ways.
    """
    for name in names:
        value = row.example.fields.get(name)
        if value is not None:
            return value
    return None


def mean_score(name: str, task: str, *, version: int = 1) -> Metric:
    """Metric: mean of a 1–5 judgement."""

    def measure(row: Row) -> tuple[float, float] | None:
        value = judged_score(row, task)
        return None if value is None else (value, 1.0)

    return Metric(name, version, measure, unit="score", needs=(task,))


def share_yes(name: str, task: str, *, version: int = 1) -> Metric:
    """Metric: share of yes among yes/no judgements."""

    def measure(row: Row) -> tuple[float, float] | None:
        value = judged_yes(row, task)
        return None if value is None else (float(value), 1.0)

    return Metric(name, version, measure, needs=(task,))


def share_above(name: str, task: str, threshold: float, *, version: int = 1) -> Metric:
    """Metric: share of 1–5 judgements above ``threshold``."""

    def measure(row: Row) -> tuple[float, float] | None:
        value = judged_score(row, task)
        return None if value is None else (float(value > threshold), 1.0)

    return Metric(name, version, measure, needs=(task,))
