from __future__ import annotations

import numpy as np
import pytest

from builders.step import keyed_rng
from evaluation.contracts import ratio
from evaluation.stats.bootstrap import interval, percentile_interval, replicates, resample_counts
from evaluation.stats.clusters import Clusters


def clusters_of(values, sizes=None) -> Clusters:
    values = np.asarray(values, dtype=float)
    sizes = np.ones(len(values)) if sizes is None else np.asarray(sizes)
    sums = np.stack([values, sizes], axis=1)
    ids = tuple(f"{i:05d}" for i in range(len(values)))
    return Clusters(ids, sums, sizes.astype(int), int(sizes.sum()))


def test_counts_draw_every_round_n_items() -> None:
    blocks = list(resample_counts(7, rounds=50, rng=keyed_rng(0, "x", "y")))
    counts = np.concatenate(blocks)
    assert counts.shape == (50, 7)
    assert (counts.sum(axis=1) == 7).all()


def test_replicates_have_the_standard_error_of_the_mean() -> None:
    values = np.random.default_rng(3).normal(size=400)
    got = replicates(clusters_of(values), ratio, seed=1, rounds=4000)
    # The bootstrap standard error of a mean is sd / sqrt(n) exactly, up to simulation noise.
    assert np.std(got) == pytest.approx(np.std(values) / 20, rel=0.05)
    assert np.mean(got) == pytest.approx(values.mean(), abs=0.005)


def test_agrees_with_scipy() -> None:
    from scipy.stats import bootstrap

    values = np.random.default_rng(5).exponential(size=60)
    ours = interval(clusters_of(values), ratio, seed=0, rounds=9999)
    theirs = bootstrap((values,), np.mean, method="percentile", rng=1).confidence_interval
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_clusters_widen_the_interval() -> None:
    rng = np.random.default_rng(1)
    items = rng.normal(size=50)
    copies = 8
    independent = clusters_of(np.repeat(items, copies))
    clustered = clusters_of(items * copies, np.full(50, copies))
    a = interval(independent, ratio, seed=0)
    b = interval(clustered, ratio, seed=0)
    assert a is not None and b is not None
    # Eight copies of one item carry the information of one item: sqrt(8) times wider.
    assert (b[1] - b[0]) / (a[1] - a[0]) == pytest.approx(np.sqrt(8), rel=0.15)


def test_coverage_of_a_proportion() -> None:
    rng = np.random.default_rng(0)
    hits = 0
    for trial in range(300):
        values = rng.random(150) < 0.3
        got = interval(clusters_of(values), ratio, seed=trial, rounds=400)
        assert got is not None
        hits += got[0] <= 0.3 <= got[1]
    assert 0.91 <= hits / 300 <= 0.98


def test_rounds_without_a_value_are_left_out() -> None:
    assert percentile_interval(np.array([1.0, np.nan, 1.0])) == (1.0, 1.0)
    assert percentile_interval(np.array([1.0, np.nan, np.nan])) is None
    assert percentile_interval(np.array([])) is None


def test_many_rows_are_quick() -> None:
    import time

    start = time.perf_counter()
    replicates(clusters_of(np.arange(10_000) % 5), ratio, seed=0)
    assert time.perf_counter() - start < 3
