"""Accuracy on VoiceBench's four BBH tasks, and the share of answers that say nothing."""

from __future__ import annotations

from builders.errors import VivavoceError
from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import answer, column
from evaluation.metrics.bbh_answer import TASKS, find_answer


def task_of(row: Row) -> str:
    """BBH task of a row: its column ``task``, or the task its id or config is named after.

    Raises:
        VivavoceError: None of them names one of the four tasks.
    """
    example = row.example
    for place in (column(row, "task", "id"), example.id, example.source_id, example.config):
        for task in TASKS:
            if place and task in str(place):
                return task
    raise VivavoceError(
        f"row '{example.id}': no BBH task in column 'task', id or config; known: {', '.join(TASKS)}"
    )


def _said(row: Row) -> tuple[bool, str | None] | None:
    """Whether the row has an answer and what it says."""
    text = answer(row)
    return None if text is None else (True, find_answer(task_of(row), text, row.example.prompt))


def _correct(row: Row) -> tuple[float, float] | None:
    said = _said(row)
    if said is None or said[1] is None:
        return None
    reference = (row.example.reference or "").strip().strip("()").lower()
    if reference not in ("yes", "no", "a", "b"):
        raise VivavoceError(
            f"row '{row.example.id}': the reference must be yes, no, (A) or (B), "
            f"not {row.example.reference!r}"
        )
    return float(said[1].lower() == reference), 1.0


def _unparsed(row: Row) -> tuple[float, float] | None:
    said = _said(row)
    return None if said is None else (float(said[1] is None), 1.0)


BBH = Metric("bbh", 2, _correct)
BBH_UNPARSED = Metric("bbh_unparsed", 2, _unparsed, higher_is_better=False)
