from __future__ import annotations

import numpy as np
import pytest

from builders.errors import VivavoceError
from builders.step import keyed_rng
from evaluation.contracts import Metric, ratio
from evaluation.score import score
from evaluation.stats.bootstrap import interval, percentile_interval, replicates, resample_counts
from evaluation.stats.clusters import Clusters, cluster

MEAN = Metric(
    "mean",
    1,
    lambda row: None if row.response is None else (row.example.fields["x"], 1.0),
    needs=("score",),
)


def clusters_of(values, sizes=None) -> Clusters:
    values = np.asarray(values, dtype=float)
    sizes = np.ones(len(values)) if sizes is None else np.asarray(sizes)
    sums = np.stack([values, sizes], axis=1)
    ids = tuple(f"{i:05d}" for i in range(len(values)))
    return Clusters(ids, sums, sizes.astype(int), int(sizes.sum()))


def test_cluster_sums_by_source_item(make_row) -> None:
    rows = [
        make_row("b1", source="b", fields={"x": 2.0}),
        make_row("a1", source="a", fields={"x": 1.0}),
        make_row("b2", source="b", fields={"x": 3.0}),
        make_row("c", fields={"x": 9.0}, respond=False),
    ]
    got = cluster(MEAN, rows)
    assert got.ids == ("a", "b", "c")
    assert got.sums.tolist() == [[1.0, 1.0], [5.0, 2.0], [0.0, 0.0]]
    assert got.scored.tolist() == [1, 2, 0]
    assert (got.n, got.total) == (3, 4)


def test_wrong_number_of_components_is_named(make_row) -> None:
    bad = Metric("bad", 1, lambda row: (1.0,))
    with pytest.raises(VivavoceError, match="row r-7 gave 1 components"):
        cluster(bad, [make_row("r-7")])


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


def test_same_seed_same_interval_whatever_the_order(make_row) -> None:
    rows = [make_row(f"r{i}", fields={"x": float(i % 5)}) for i in range(40)]
    first = score(MEAN, rows, seed=7)
    assert score(MEAN, rows[::-1], seed=7) == first
    assert score(MEAN, rows, seed=8).interval != first.interval


def test_missing_is_coverage_and_never_zero(make_row) -> None:
    rows = [make_row(f"r{i}", fields={"x": 4.0}, respond=i % 2 == 0) for i in range(10)]
    got = score(MEAN, rows)
    assert (got.value, got.n, got.total, got.coverage) == (4.0, 5, 10, 0.5)
    assert got.interval == (4.0, 4.0)
    nothing = score(MEAN, [make_row(respond=False)])
    assert (nothing.value, nothing.interval, nothing.coverage) == (None, None, 0.0)
    assert score(MEAN, []).coverage == 0.0


def test_parts_and_judge_ids(make_row) -> None:
    rows = [
        make_row("1", fields={"x": 1.0, "c": "A"}, judged={"score": 3}, judge="j1"),
        make_row("2", fields={"x": 3.0, "c": "B"}, judged={"score": 3}, judge="j1"),
        make_row("3", fields={"x": 5.0, "c": "B"}),
    ]
    got = score(MEAN, rows, ids={"dataset": "abc"}, category=lambda r: r.example.fields["c"])
    assert got.ids == {"judge": "j1", "dataset": "abc"}
    assert {k: (p.value, p.n) for k, p in got.parts.items()} == {"A": (1.0, 1), "B": (4.0, 2)}
    assert got.parts["A"].interval is None  # one item says nothing of the spread


def test_rounds_without_a_value_are_left_out() -> None:
    assert percentile_interval(np.array([1.0, np.nan, 1.0])) == (1.0, 1.0)
    assert percentile_interval(np.array([1.0, np.nan, np.nan])) is None
    assert percentile_interval(np.array([])) is None


def test_many_rows_are_quick() -> None:
    import time

    start = time.perf_counter()
    replicates(clusters_of(np.arange(10_000) % 5), ratio, seed=0)
    assert time.perf_counter() - start < 3
