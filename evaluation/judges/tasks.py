"""The questions a judge answers, and which of them a row needs an answer to.

Task names are those that metrics read (:mod:`evaluation.metrics._rows`). A row whose metric is
certain without a judge, because the reference stands in the answer, is not put to one.
"""

from __future__ import annotations

from collections.abc import Callable

from evaluation.contracts import Row
from evaluation.judges.parse import Kind
from evaluation.judges.parse.values import REPAIR, SCORE, YES_NO
from evaluation.metrics._rows import answer, column
from evaluation.metrics.reasoning import OPEN, reasoning_category

KINDS: dict[str, Kind] = {
    "score": SCORE,
    "correct": YES_NO,
    "follows": YES_NO,
    "refusal": YES_NO,
    "empathy": SCORE,
    "relevance": SCORE,
    "generation": SCORE,
    "repair": REPAIR,
}
"""Tasks of a judge of texts. ``panda``, ``mos`` and ``emotion`` are measured, not judged."""


def tasks_of(row: Row, suite_tasks: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Tasks to be judged for a row; none where there is no answer.

    Args:
        row: Example and response.
        suite_tasks: Tasks of each config, as :meth:`Suite.tasks` gives them.
    """
    if answer(row) is None:
        return ()
    wanted = suite_tasks.get(row.example.config, ())
    return tuple(task for task in wanted if task in KINDS and _open(row, task))


def _open(row: Row, task: str) -> bool:
    """Whether a task is asked of this row at all and not yet certain."""
    config = row.example.config
    if config == "reasoning":
        return (task == "score") == (reasoning_category(row) in OPEN)
    if config in _EAR:
        degraded = column(row, "condition") == "degraded"
        if (task == "repair") != degraded:
            return False
    if task == "correct":
        certain = _CERTAIN.get(config)
        return certain is None or certain(row) is None
    return True


_EAR = frozenset({"wdyl", "wdyl_masks", "slue_sqa5"})


def _knowledge(row: Row) -> float | None:
    from evaluation.metrics.knowledge import correct

    return correct(_unjudged(row))


def _code_switching(row: Row) -> float | None:
    from evaluation.metrics.code_switching import cs_correct

    return cs_correct(_unjudged(row))


def _ear(row: Row) -> float | None:
    from evaluation.metrics.ear import correctness

    return correctness(_unjudged(row))


def _unjudged(row: Row) -> Row:
    return Row(row.example, row.response)


_CERTAIN: dict[str, Callable[[Row], float | None]] = {
    "chinese_knowledge": _knowledge,
    "foreign_knowledge": _knowledge,
    "general_knowledge": _knowledge,
    "cs_knowledge": _code_switching,
    "cs_knowledge_en": _code_switching,
    "wdyl": _ear,
    "wdyl_masks": _ear,
    "slue_sqa5": _ear,
}
