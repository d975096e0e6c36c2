"""Paired differences between two models, or between two conditions of one model.

Only source items scored on both sides count. The interval resamples source items; the p-value
comes from exchanging the two sides of random items (permutation test), which needs no
distribution and stays valid for error rates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from builders.step import keyed_rng
from evaluation.contracts import Metric, Row
from evaluation.stats.bootstrap import percentile_interval, resample_counts
from evaluation.stats.clusters import Clusters, cluster
from evaluation.stats.mde import mde_from_error

Kind = Literal["difference", "drop"]


@dataclass(frozen=True)
class Paired:
    """A paired comparison.

    Attributes:
        metric: Metric id ``name@version``.
        kind: ``difference`` is ``b - a``; ``drop`` is ``(a - b) / a``.
        a: Value of side a over the shared items.
        b: Value of side b over the shared items.
        value: The difference or drop.
        interval: 95 % bootstrap interval of ``value``.
        p: Two-sided permutation p-value of "no difference".
        effect: Mean of the item differences ``b - a`` over their standard deviation
            (Cohen's d for pairs); ``None`` where the differences do not vary.
        mde: Smallest true difference or drop that a test at this n finds four times in five
            (two-sided, 5 %), from the spread of the bootstrap.
        wins: Items where b is larger.
        losses: Items where b is smaller.
        ties: Items where both are equal.
        n: Shared source items.
        left_out: Source items scored on one side only or on neither.
    """

    metric: str
    kind: Kind
    a: float | None
    b: float | None
    value: float | None
    interval: tuple[float, float] | None
    p: float | None
    effect: float | None
    mde: float | None
    wins: int
    losses: int
    ties: int
    n: int
    left_out: int


def _drop(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((a - b) / a)


def _difference(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return b - a


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def item_differences(
    a: Clusters, b: Clusters, combine: Callable[[np.ndarray], np.ndarray]
) -> np.ndarray:
    """``b - a`` of each source item, shape ``(items,)``; items without a value are left out."""
    difference = np.asarray(combine(b.sums) - combine(a.sums), dtype=float)
    return difference[np.isfinite(difference)]


def shared(a: Clusters, b: Clusters) -> tuple[Clusters, Clusters, int]:
    """The source items scored on both sides, and how many others there are."""
    scored_a = {i for i, n in zip(a.ids, a.scored, strict=True) if n}
    scored_b = {i for i, n in zip(b.ids, b.scored, strict=True) if n}
    both = sorted(scored_a & scored_b)
    left_out = len(set(a.ids) | set(b.ids)) - len(both)
    return a.select(both), b.select(both), left_out


def compare(
    metric: Metric,
    rows_a: Iterable[Row],
    rows_b: Iterable[Row],
    *,
    seed: int = 0,
    rounds: int = 1000,
    kind: Kind = "difference",
) -> Paired:
    """Compare two sets of answers to the same source items.

    Args:
        metric: Metric applied to both sides.
        rows_a: Baseline: first model, or clean condition.
        rows_b: Second model, or changed condition.
        seed: Global seed.
        rounds: Resamples for the interval and permutations for p; the smallest p that can
            come out is ``1 / (rounds + 1)``.
        kind: ``difference`` (b - a) or ``drop`` ((a - b) / a, VoiceBench table 5).
    """
    a, b, left_out = shared(cluster(metric, rows_a), cluster(metric, rows_b))
    name = f"{metric.name}@{metric.version}"
    n = len(a.ids)
    if n == 0:
        return Paired(
            name,
            kind,
            a=None,
            b=None,
            value=None,
            interval=None,
            p=None,
            effect=None,
            mde=None,
            wins=0,
            losses=0,
            ties=0,
            n=0,
            left_out=left_out,
        )
    change = _drop if kind == "drop" else _difference
    combine = metric.combine
    value_a, value_b = combine(a.sums.sum(axis=0)), combine(b.sums.sum(axis=0))
    differences = item_differences(a, b, combine)

    span = smallest = None
    if n > 1 and rounds > 1:
        rng = keyed_rng(seed, a.digest(), "bootstrap")
        drawn = np.concatenate(
            [
                change(combine(counts @ a.sums), combine(counts @ b.sums))
                for counts in resample_counts(n, rounds=rounds, rng=rng)
            ]
        )
        span = percentile_interval(drawn)
        if span is not None:
            smallest = mde_from_error(float(np.std(drawn[np.isfinite(drawn)])))
    return Paired(
        metric=name,
        kind=kind,
        a=_finite(float(value_a)),
        b=_finite(float(value_b)),
        value=_finite(float(change(value_a, value_b))),
        interval=span,
        p=_permutation_p(a, b, combine, seed=seed, rounds=rounds),
        effect=standardised_effect(differences),
        mde=smallest,
        wins=int((differences > 0).sum()),
        losses=int((differences < 0).sum()),
        ties=int((differences == 0).sum()),
        n=n,
        left_out=left_out,
    )


def standardised_effect(differences: np.ndarray) -> float | None:
    """Mean of paired differences over their standard deviation; ``None`` without spread."""
    if len(differences) < 2:
        return None
    spread = float(np.std(differences, ddof=1))
    return float(np.mean(differences)) / spread if spread > 0 else None


def _permutation_p(
    a: Clusters,
    b: Clusters,
    combine: Callable[[np.ndarray], np.ndarray],
    *,
    seed: int,
    rounds: int,
) -> float | None:
    """Share of exchanges of sides at least as far apart as what was seen."""
    total_a, total_b = a.sums.sum(axis=0), b.sums.sum(axis=0)
    observed = abs(float(combine(total_b) - combine(total_a)))
    if not np.isfinite(observed) or rounds < 1:
        return None
    rng = keyed_rng(seed, a.digest(), "permutation")
    gap = b.sums - a.sums
    as_far = 0
    block = max(1, 4_000_000 // len(a.ids))
    for start in range(0, rounds, block):
        size = min(block, rounds - start)
        moved = rng.integers(0, 2, size=(size, len(a.ids)), dtype=np.int8) @ gap
        far = np.abs(combine(total_b - moved) - combine(total_a + moved))
        # Sums are floats: equal splits must not be lost to rounding.
        as_far += int((far >= observed - 1e-12).sum())
    return (as_far + 1) / (rounds + 1)
