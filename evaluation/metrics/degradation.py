"""Degradation under a changed input: (clean − variant) / clean (VoiceBench, table 5, figures 2–5).

Items are paired by source, so that a row missing on one side leaves both.
"""

from __future__ import annotations

from collections.abc import Iterable

from evaluation.contracts import Metric, Row
from evaluation.stats.paired import Paired, compare


def degradation(
    metric: Metric,
    clean: Iterable[Row],
    variant: Iterable[Row],
    *,
    seed: int = 0,
    rounds: int = 1000,
) -> Paired:
    """Relative drop from clean to variant, with interval and p; positive is worse.

    Args:
        metric: Metric in which more is better.
        clean: Answers to the clean inputs.
        variant: Answers to the changed inputs; several variants of one source count together.
        seed: Global seed.
        rounds: Resamples and permutations.
    """
    return compare(metric, clean, variant, seed=seed, rounds=rounds, kind="drop")
