"""Component sums of a metric, one line for each source item.

Variants of one source item (noise levels, voices, the members of a triplet) are not independent.
Every statistic here therefore works on sums within a source item and resamples whole items.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from builders.errors import VivavoceError
from evaluation.contracts import Metric, Row


@dataclass(frozen=True)
class Clusters:
    """Summed components by source item.

    Attributes:
        ids: Source ids in sorted order, so that the order of the rows has no influence.
        sums: Summed components, shape ``(clusters, k)``; zeros where nothing could be scored.
        scored: Rows scored in each cluster, shape ``(clusters,)``.
        total: Rows in all clusters, scored or not.
    """

    ids: tuple[str, ...]
    sums: np.ndarray
    scored: np.ndarray
    total: int

    @property
    def n(self) -> int:
        """Rows scored."""
        return int(self.scored.sum())

    def digest(self) -> str:
        """Key of the set of source items; the same items are resampled in the same way."""
        return hashlib.sha256("\x1f".join(self.ids).encode()).hexdigest()

    def select(self, ids: Sequence[str]) -> Clusters:
        """The clusters with these ids, in the given order; all must be present."""
        place = {name: index for index, name in enumerate(self.ids)}
        order = np.array([place[name] for name in ids], dtype=int)
        scored = self.scored[order]
        return Clusters(tuple(ids), self.sums[order], scored, int(scored.sum()))


def source_of(row: Row) -> str:
    """Id of the source item of a row; its own id where no source is named."""
    return row.example.source_id or row.example.id


def cluster(metric: Metric, rows: Iterable[Row]) -> Clusters:
    """Measure rows and sum the components by source item.

    Args:
        metric: Metric whose ``measure`` is applied to each row.
        rows: Rows that should have been scored.

    Raises:
        VivavoceError: If ``measure`` returns another number of components than it states.
    """
    sums: dict[str, np.ndarray] = {}
    scored: dict[str, int] = {}
    total = 0
    for row in rows:
        total += 1
        source = source_of(row)
        if source not in sums:
            sums[source] = np.zeros(metric.components)
            scored[source] = 0
        parts = metric.measure(row)
        if parts is None:
            continue
        if len(parts) != metric.components:
            raise VivavoceError(
                f"metric {metric.name}: row {row.example.id} gave {len(parts)} components, "
                f"the metric states {metric.components}"
            )
        sums[source] += parts
        scored[source] += 1
    ids = tuple(sorted(sums))
    return Clusters(
        ids=ids,
        sums=np.array([sums[i] for i in ids], dtype=float).reshape(len(ids), metric.components),
        scored=np.array([scored[i] for i in ids], dtype=int),
        total=total,
    )
