"""EAR: correctness, repair and their harmonic mean, by dataset, mask type and severity."""

from __future__ import annotations

from collections.abc import Callable

from evaluation.contracts import Row
from evaluation.metrics._rows import column
from evaluation.score import EVERY
from evaluation.suites.suite import Cell, Suite

DATASETS = ("wdyl", "slue_sqa5", "wdyl_masks")


def _by(name: str) -> Callable[[Row], str | None]:
    """Parts by a column of the mask; an original that has none there belongs to all of them."""

    def read(row: Row) -> str | None:
        value = column(row, name)
        if value is not None and str(value) not in ("", "none"):
            return str(value)
        return EVERY if column(row, "condition") == "original" else None

    return read


def _condition(row: Row) -> str | None:
    value = column(row, "condition")
    return None if value is None else str(value)


def _answerable(row: Row) -> bool:
    return column(row, "condition") in ("original", "invariant")


def _degraded(row: Row) -> bool:
    return column(row, "condition") == "degraded"


def _cells(dataset: str) -> tuple[Cell, ...]:
    return (
        Cell(f"{dataset}_c", "ear_c", (dataset,), where=_answerable, category=_condition),
        Cell(f"{dataset}_r", "ear_r", (dataset,), where=_degraded, category=_by("mask_type")),
        Cell(f"{dataset}_ear", "ear", (dataset,), category=_by("mask_type")),
        Cell(f"{dataset}_ear_severity", "ear", (dataset,), category=_by("severity")),
    )


EAR_SUITE = Suite("ear", cells=tuple(cell for name in DATASETS for cell in _cells(name)))
