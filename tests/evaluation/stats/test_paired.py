from __future__ import annotations

import numpy as np
import pytest

from evaluation.contracts import Metric
from evaluation.stats.mde import mde_paired
from evaluation.stats.paired import compare, standardised_effect

MEAN = Metric(
    "mean", 2, lambda row: None if row.response is None else (row.example.fields["x"], 1.0)
)


def side(make_row, values):
    return [make_row(f"r{i}", fields={"x": v}, respond=v is not None) for i, v in enumerate(values)]


def test_difference_of_shared_items_only(make_row) -> None:
    got = compare(MEAN, side(make_row, [1, 2, None, 4]), side(make_row, [2, 2, 9, 3, 7]))
    assert (got.metric, got.n, got.left_out) == ("mean@2", 3, 2)
    assert (got.wins, got.losses, got.ties) == (1, 1, 1)
    assert got.a == pytest.approx(7 / 3) and got.b == pytest.approx(7 / 3)
    assert got.value == pytest.approx(0)
    assert got.p == 1.0
    assert got.effect == 0.0


def test_drop(make_row) -> None:
    got = compare(MEAN, side(make_row, [4, 4, 4, 4]), side(make_row, [3, 3, 3, 3]), kind="drop")
    assert got.value == 0.25
    assert got.interval == (0.25, 0.25)
    assert got.effect is None  # the differences do not vary


def test_exact_permutation_p(make_row) -> None:
    # Ten items, all better by 1: only 2 of 2**10 sign patterns are as far apart.
    got = compare(MEAN, side(make_row, [0] * 10), side(make_row, [1] * 10), rounds=20_000)
    assert got.p == pytest.approx(2 / 1024, abs=0.001)


def test_p_against_scipy_permutation(make_row) -> None:
    from scipy.stats import permutation_test

    rng = np.random.default_rng(2)
    a = rng.normal(size=12)
    b = a + rng.normal(0.4, 0.8, size=12)
    got = compare(MEAN, side(make_row, a), side(make_row, b), rounds=20_000)
    exact = permutation_test(
        (b - a,), np.mean, permutation_type="samples", n_resamples=np.inf
    ).pvalue
    assert got.p == pytest.approx(exact, abs=0.01)


def test_no_difference_is_found_at_the_level_of_the_test(make_row) -> None:
    rng = np.random.default_rng(0)
    found = 0
    for trial in range(200):
        a, b = rng.normal(size=(2, 30))
        got = compare(MEAN, side(make_row, a), side(make_row, b), rounds=199, seed=trial)
        found += got.p <= 0.05
    assert found / 200 <= 0.09


def test_interval_of_a_paired_difference(make_row) -> None:
    rng = np.random.default_rng(4)
    a = rng.normal(size=300)
    b = a + 0.5 + rng.normal(0, 0.2, size=300)
    got = compare(MEAN, side(make_row, a), side(make_row, b), rounds=4000)
    half = 1.96 * np.std(b - a) / np.sqrt(300)
    centre = np.mean(b - a)
    assert got.interval == pytest.approx((centre - half, centre + half), abs=0.004)
    assert got.p == pytest.approx(1 / 4001)
    assert got.effect == pytest.approx(standardised_effect(b - a))
    assert got.mde == pytest.approx(mde_paired(b - a), rel=0.05)


def test_nothing_shared(make_row) -> None:
    got = compare(MEAN, side(make_row, [None]), side(make_row, [1]))
    assert (got.n, got.value, got.interval, got.p, got.left_out) == (0, None, None, None, 1)
