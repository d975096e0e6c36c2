from __future__ import annotations

import numpy as np
import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Metric
from evaluation.stats.clusters import Clusters, cluster, source_of

MEAN = Metric(
    "mean",
    1,
    lambda row: None if row.response is None else (row.example.fields["x"], 1.0),
    needs=("score",),
)


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


def test_the_message_names_metric_row_and_both_numbers(make_row) -> None:
    bad = Metric("bad", 1, lambda row: (1.0, 2.0, 3.0))
    with pytest.raises(VivavoceError) as caught:
        cluster(bad, [make_row("r-7")])
    assert str(caught.value) == "metric bad: row r-7 gave 3 components, the metric states 2"


def test_a_row_without_a_source_is_its_own(make_row) -> None:
    assert source_of(make_row("a")) == "a"
    assert source_of(make_row("a#1", source="a")) == "a"


def test_no_rows_are_no_clusters() -> None:
    got = cluster(MEAN, [])
    assert (got.ids, got.n, got.total) == ((), 0, 0)
    assert got.sums.shape == (0, 2)


def test_clusters_are_chosen_in_the_order_that_is_asked() -> None:
    whole = Clusters(("a", "b", "c"), np.arange(6.0).reshape(3, 2), np.array([1, 0, 2]), 5)
    chosen = whole.select(["c", "a"])
    assert (chosen.ids, chosen.sums.tolist()) == (("c", "a"), [[4.0, 5.0], [0.0, 1.0]])
    assert (chosen.scored.tolist(), chosen.n, chosen.total) == ([2, 1], 3, 3)
    with pytest.raises(KeyError):
        whole.select(["d"])


def test_the_key_is_that_of_the_items_alone(make_row) -> None:
    rows = [make_row(n, fields={"x": 1.0}) for n in "ab"]
    same = [make_row(n, fields={"x": 2.0}, respond=n == "a") for n in "ba"]
    assert cluster(MEAN, rows).digest() == cluster(MEAN, same).digest()
    assert cluster(MEAN, rows).digest() != cluster(MEAN, rows[:1]).digest()
