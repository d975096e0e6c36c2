"""A suite: which metric is read on which configs, and what is formed of the values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from evaluation.contracts import Row, Score
from evaluation.metrics._rows import TASKS
from evaluation.metrics.load import metric
from evaluation.score import score
from evaluation.stats.bootstrap import percentile_interval, replicates
from evaluation.stats.clusters import cluster

# A value, or the same value over bootstrap rounds, shape ``(rounds,)``.
Number = np.ndarray | float
Unit = Literal["proportion", "score", "ratio", "seconds"]


@dataclass(frozen=True)
class Cell:
    """One figure of a paper's table.

    Attributes:
        name: Column of the table.
        metric: Name of the metric.
        configs: Configs whose rows should be scored.
        where: Further condition on a row.
        category: Category of a row, for the paper's detailed table.
        ids: Ids of what shapes the value beside the judge, such as a normaliser.
    """

    name: str
    metric: str
    configs: tuple[str, ...]
    where: Callable[[Row], bool] | None = None
    category: Callable[[Row], str | None] | None = None
    ids: Mapping[str, str] = field(default_factory=dict)

    def rows(self, rows: Sequence[Row]) -> list[Row]:
        """The rows that this cell should score."""
        return [
            row
            for row in rows
            if row.example.config in self.configs and (self.where is None or self.where(row))
        ]


@dataclass(frozen=True)
class Derived:
    """A figure formed of others; there is none where any of them is missing.

    Attributes:
        name: Column of the table.
        needs: Cells, or derived figures before this one.
        formula: From the needed values, each a number or an array over bootstrap rounds.
        unit: Unit of the result.
    """

    name: str
    needs: tuple[str, ...]
    formula: Callable[[Mapping[str, Number]], Number]
    unit: Unit = "score"

    def value(self, values: Mapping[str, float | None]) -> float | None:
        """Value from plain numbers; ``None`` where any needed one is missing."""
        known: dict[str, Number] = {}
        for name in self.needs:
            value = values.get(name)
            if value is None:
                return None
            known[name] = value
        return float(self.formula(known))


@dataclass(frozen=True)
class Suite:
    """The tables of one paper.

    Attributes:
        name: Name of the suite, also the dataset family.
        cells: Figures read from rows.
        derived: Figures formed of others, in order.
    """

    name: str
    cells: tuple[Cell, ...]
    derived: tuple[Derived, ...] = ()

    @property
    def configs(self) -> tuple[str, ...]:
        """Configs that the suite reads, sorted."""
        return tuple(sorted({config for cell in self.cells for config in cell.configs}))

    def tasks(self) -> dict[str, tuple[str, ...]]:
        """Judgement tasks that the cells read, by config; see :mod:`evaluation.metrics._rows`."""
        wanted: dict[str, set[str]] = {config: set() for config in self.configs}
        for cell in self.cells:
            for config in cell.configs:
                wanted[config].update(set(metric(cell.metric).needs) & set(TASKS))
        return {config: tuple(t for t in TASKS if t in wanted[config]) for config in self.configs}


def evaluate(
    suite: Suite,
    rows: Sequence[Row],
    *,
    seed: int = 0,
    rounds: int = 1000,
    ids: Mapping[str, str] | None = None,
) -> dict[str, Score]:
    """Score all cells of a suite and form the derived figures.

    Args:
        suite: The suite.
        rows: Rows of one model on any of the suite's configs.
        seed: Global seed of the bootstrap.
        rounds: Bootstrap rounds; 0 leaves intervals out.
        ids: Ids of what shaped all values (dataset revision, decoding settings, …).

    Returns:
        Scores by column. A figure without rows, and a derived one with a missing part, has the
        value ``None``. The interval of a derived figure lets cells over the same source items
        vary together and others independently.
    """
    scores: dict[str, Score] = {}
    drawn: dict[str, np.ndarray] = {}
    for cell in suite.cells:
        chosen, measure = cell.rows(rows), metric(cell.metric)
        scores[cell.name] = score(
            measure,
            chosen,
            seed=seed,
            rounds=rounds,
            ids={**cell.ids, **(ids or {})},
            category=cell.category,
        )
        if scores[cell.name].value is not None and rounds:
            drawn[cell.name] = replicates(
                cluster(measure, chosen), measure.combine, seed=seed, rounds=rounds
            )
    for item in suite.derived:
        scores[item.name] = _derive(item, scores, drawn, suite=suite, ids=ids)
    return scores


def _derive(
    item: Derived,
    scores: Mapping[str, Score],
    drawn: dict[str, np.ndarray],
    *,
    suite: Suite,
    ids: Mapping[str, str] | None,
) -> Score:
    value = item.value({name: scores[name].value for name in item.needs})
    span = None
    if value is not None and all(name in drawn for name in item.needs):
        drawn[item.name] = np.asarray(item.formula({name: drawn[name] for name in item.needs}))
        # Without spread in any part there is none to report either.
        if any(scores[name].interval is not None for name in item.needs):
            span = percentile_interval(drawn[item.name])
    return Score(
        metric=f"{suite.name}.{item.name}",
        value=value,
        n=sum(scores[name].n for name in item.needs),
        total=sum(scores[name].total for name in item.needs),
        interval=span,
        unit=item.unit,
        ids=dict(ids or {}),
    )
