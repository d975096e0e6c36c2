"""Minimum detectable difference: what a comparison of this size could have seen.

The difference that a two-sided test at level ``alpha`` finds with probability ``power`` is
``(z(1 - alpha/2) + z(power))`` standard errors of the difference.
"""

from __future__ import annotations

import math

import numpy as np

from builders.errors import VivavoceError


def _standard_errors(alpha: float, power: float) -> float:
    from scipy.stats import norm

    if not 0 < alpha < 1 or not 0 < power < 1:
        raise VivavoceError(f"alpha and power lie between 0 and 1, got {alpha} and {power}")
    return float(norm.ppf(1 - alpha / 2) + norm.ppf(power))


def mde_from_error(standard_error: float, *, alpha: float = 0.05, power: float = 0.8) -> float:
    """Minimum detectable difference from the standard error of the difference.

    The standard deviation of bootstrap replicates is such an error, for any metric.
    """
    return _standard_errors(alpha, power) * standard_error


def mde_paired(differences: np.ndarray, *, alpha: float = 0.05, power: float = 0.8) -> float | None:
    """Minimum detectable mean difference of paired items.

    Args:
        differences: Item differences, shape ``(n,)``, such as those of
            :func:`evaluation.stats.paired.item_differences`.
        alpha: Two-sided level of the test.
        power: Probability of finding the difference.

    Returns:
        Difference in the unit of the metric; ``None`` with fewer than two items.
    """
    if len(differences) < 2:
        return None
    error = float(np.std(differences, ddof=1)) / math.sqrt(len(differences))
    return mde_from_error(error, alpha=alpha, power=power)


def mde_mean(
    sd: float, n: int, *, paired: bool = False, alpha: float = 0.05, power: float = 0.8
) -> float | None:
    """Minimum detectable difference of two means.

    Args:
        sd: Standard deviation of the differences where ``paired``, else of the scores of
            one side (both sides are taken to be alike).
        n: Items on each side.
        paired: Whether both sides answered the same items.
        alpha: Two-sided level of the test.
        power: Probability of finding the difference.
    """
    if n < 1:
        return None
    error = sd / math.sqrt(n) if paired else sd * math.sqrt(2 / n)
    return mde_from_error(error, alpha=alpha, power=power)


def mde_proportion(p: float, n: int, *, alpha: float = 0.05, power: float = 0.8) -> float | None:
    """Minimum detectable difference of two independent proportions near ``p`` (0–1)."""
    if not 0 <= p <= 1:
        raise VivavoceError(f"a proportion lies between 0 and 1, got {p}")
    return mde_mean(math.sqrt(p * (1 - p)), n, alpha=alpha, power=power)
