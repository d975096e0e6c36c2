"""Score rows by any metric: value, coverage, interval, categories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from evaluation.contracts import Metric, Row, Score
from evaluation.stats.bootstrap import interval
from evaluation.stats.clusters import cluster

# A row of this category counts in every part, as an unmasked original does for all mask types.
EVERY = "*"


def score(
    metric: Metric,
    rows: Sequence[Row],
    *,
    seed: int = 0,
    rounds: int = 1000,
    ids: Mapping[str, str] | None = None,
    category: Callable[[Row], str | None] | None = None,
) -> Score:
    """Score rows by a metric.

    A row that cannot be scored lowers the coverage and nothing else.

    Args:
        metric: The metric.
        rows: All rows that should have been scored.
        seed: Global seed of the bootstrap.
        rounds: Bootstrap rounds; 0 leaves the interval out.
        ids: Ids of what shaped the value (dataset revision, judge, prompt version, …).
        category: Category of a row, :data:`EVERY`, or ``None`` for no part; scores by category
            become ``parts``.
    """
    clusters = cluster(metric, rows)
    value = None
    if clusters.n:
        combined = float(metric.combine(clusters.sums.sum(axis=0)))
        value = combined if np.isfinite(combined) else None
    span = None
    if value is not None:
        span = interval(clusters, metric.combine, seed=seed, rounds=rounds)
    parts = {
        label: score(metric, chosen, seed=seed, rounds=rounds, ids=ids)
        for label, chosen in _grouped(rows, category).items()
    }
    return Score(
        metric=f"{metric.name}@{metric.version}",
        value=value,
        n=clusters.n,
        total=clusters.total,
        interval=span,
        unit=metric.unit,
        ids={**judges_of(metric, rows), **(ids or {})},
        parts=parts,
    )


def judges_of(metric: Metric, rows: Sequence[Row]) -> dict[str, str]:
    """Ids of the judges whose judgements the metric reads, as ``{"judge": …}``; else empty."""
    names = {
        row.judgements[task].judge
        for row in rows
        for task in metric.needs
        if task in row.judgements
    }
    return {"judge": "; ".join(sorted(names))} if names else {}


def _grouped(
    rows: Sequence[Row], category: Callable[[Row], str | None] | None
) -> dict[str, list[Row]]:
    """Rows by category, sorted by label."""
    if category is None:
        return {}
    labels = [category(row) for row in rows]
    return {
        name: [row for row, label in zip(rows, labels, strict=True) if label in (name, EVERY)]
        for name in sorted({label for label in labels if label not in (None, EVERY)}, key=str)
        if name is not None
    }
