"""Do models keep their order across mask types? Kendall's τ-b between rankings (EAR §5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class RankStability:
    """Agreement of two rankings.

    Attributes:
        tau: Kendall's τ-b, −1 to 1; ``None`` where one side has no order at all.
        p: Two-sided p-value of "no association".
        models: Models valued on both sides, sorted.
    """

    tau: float | None
    p: float | None
    models: tuple[str, ...]


def rank_agreement(a: Mapping[str, float | None], b: Mapping[str, float | None]) -> RankStability:
    """Kendall's τ-b of two tables of model values; models missing on one side are left out."""
    from scipy.stats import kendalltau

    models = tuple(sorted(m for m in a if a[m] is not None and b.get(m) is not None))
    left, right = [a[m] for m in models], [b[m] for m in models]
    if len(set(left)) < 2 or len(set(right)) < 2:
        return RankStability(None, None, models)
    result = kendalltau(left, right)
    return RankStability(float(result.statistic), float(result.pvalue), models)


def rank_stability(
    tables: Mapping[str, Mapping[str, float | None]],
) -> dict[tuple[str, str], RankStability]:
    """Kendall's τ-b for every pair of conditions.

    Args:
        tables: Condition (such as a mask type) → model → value.

    Returns:
        Pairs of conditions in the order of ``tables``.
    """
    return {(x, y): rank_agreement(tables[x], tables[y]) for x, y in combinations(tables, 2)}
