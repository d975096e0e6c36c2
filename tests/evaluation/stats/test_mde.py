from __future__ import annotations

import numpy as np
import pytest

from builders.errors import VivavoceError
from evaluation.stats.mde import mde_mean, mde_paired, mde_proportion

# z(0.975) + z(0.8)
Z = 1.959964 + 0.841621


def test_closed_forms() -> None:
    assert mde_mean(1.0, 100) == pytest.approx(Z * np.sqrt(2) / 10, rel=1e-5)
    assert mde_mean(1.0, 100, paired=True) == pytest.approx(Z / 10, rel=1e-5)
    assert mde_proportion(0.5, 200) == pytest.approx(Z * 0.05, rel=1e-5)
    assert mde_paired(np.array([0.0, 2.0])) == pytest.approx(Z * 1.0, rel=1e-5)


def test_too_little_to_say() -> None:
    assert mde_paired(np.array([1.0])) is None
    assert mde_mean(1.0, 0) is None


def test_impossible_levels() -> None:
    with pytest.raises(VivavoceError, match="between 0 and 1"):
        mde_mean(1, 10, alpha=0)
    with pytest.raises(VivavoceError, match="proportion"):
        mde_proportion(50, 10)


def test_a_difference_of_that_size_is_found_with_that_power() -> None:
    rng = np.random.default_rng(0)
    n, sd = 80, 1.3
    shift = mde_mean(sd, n, paired=True)
    draws = rng.normal(shift, sd, size=(2000, n))
    z = draws.mean(axis=1) / (draws.std(axis=1, ddof=1) / np.sqrt(n))
    assert np.mean(np.abs(z) > 1.96) == pytest.approx(0.8, abs=0.03)
