"""Seeded bootstrap over source items, vectorised over component sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from builders.step import keyed_rng
from evaluation.stats.clusters import Clusters

# Draws held at once; 4 million 8-byte integers are 32 MB.
_BLOCK = 4_000_000


def resample_counts(n: int, *, rounds: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """How often each of ``n`` clusters is drawn, in blocks of shape ``(block, n)``.

    Args:
        n: Number of clusters; each round draws ``n`` of them with replacement.
        rounds: Number of rounds over all blocks.
        rng: Source of randomness.
    """
    step = max(1, _BLOCK // max(n, 1))
    for start in range(0, rounds, step):
        size = min(step, rounds - start)
        drawn = rng.integers(0, n, size=(size, n)) + np.arange(size)[:, None] * n
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n)


def replicates(
    clusters: Clusters,
    combine: Callable[[np.ndarray], np.ndarray],
    *,
    seed: int,
    rounds: int = 1000,
) -> np.ndarray:
    """Values of a metric over resampled source items, shape ``(rounds,)``.

    Two metrics over the same source items see the same resamples, so that their replicates can
    be subtracted or averaged round by round.

    Args:
        clusters: Component sums by source item.
        combine: The metric's combination of summed components.
        seed: Global seed.
        rounds: Number of resamples.
    """
    if not clusters.ids:
        return np.full(rounds, np.nan)
    rng = keyed_rng(seed, clusters.digest(), "bootstrap")
    blocks = [
        np.asarray(combine(counts @ clusters.sums), dtype=float)
        for counts in resample_counts(len(clusters.ids), rounds=rounds, rng=rng)
    ]
    return np.concatenate(blocks) if blocks else np.empty(0)


def percentile_interval(values: np.ndarray, *, level: float = 0.95) -> tuple[float, float] | None:
    """Percentile interval of replicates; rounds without a value are left out.

    Returns:
        Lower and upper bound, or ``None`` where fewer than half of the rounds have a value.
    """
    finite = values[np.isfinite(values)]
    if len(finite) == 0 or 2 * len(finite) < len(values):
        return None
    tail = (1 - level) / 2
    low, high = np.quantile(finite, [tail, 1 - tail])
    return float(low), float(high)


def interval(
    clusters: Clusters,
    combine: Callable[[np.ndarray], np.ndarray],
    *,
    seed: int,
    rounds: int = 1000,
    level: float = 0.95,
) -> tuple[float, float] | None:
    """Bootstrap interval of a metric; ``None`` with fewer than two scored source items."""
    if int((clusters.scored > 0).sum()) < 2 or rounds < 1:
        return None
    return percentile_interval(replicates(clusters, combine, seed=seed, rounds=rounds), level=level)
