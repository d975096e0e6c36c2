from __future__ import annotations

import numpy as np

from evaluation.contracts import Metric
from evaluation.score import EVERY, judges_of, score

MEAN = Metric(
    "mean",
    1,
    lambda row: None if row.response is None else (row.example.fields["x"], 1.0),
    needs=("score",),
)


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


def test_a_row_of_every_category_counts_in_each_part(make_row) -> None:
    labels = {"1": "b", "2": EVERY, "3": "a", "4": None}
    rows = [make_row(i, fields={"x": float(i)}) for i in labels]
    got = score(MEAN, rows, category=lambda row: labels[row.example.id], rounds=0)
    assert {name: (p.value, p.n) for name, p in got.parts.items()} == {"a": (2.5, 2), "b": (1.5, 2)}
    assert list(got.parts) == ["a", "b"]
    assert (got.value, got.n, got.interval) == (2.5, 4, None)
    assert score(MEAN, rows, category=lambda row: EVERY, rounds=0).parts == {}


def test_a_ratio_over_nothing_is_no_value(make_row) -> None:
    empty = Metric("wer", 2, lambda row: (1.0, 0.0), unit="ratio")
    got = score(empty, [make_row("1"), make_row("2")])
    assert (got.metric, got.unit) == ("wer@2", "ratio")
    assert (got.value, got.interval, got.n) == (None, None, 2)


def test_the_combination_of_the_metric_is_what_counts(make_row) -> None:
    product = Metric(
        "product",
        1,
        lambda row: (row.example.fields["x"], 1.0, 2.0),
        combine=lambda sums: np.asarray(sums[..., 0] * sums[..., 2]),
        components=3,
    )
    rows = [make_row(str(n), fields={"x": 1.0 + n}) for n in range(2)]
    assert score(product, rows).value == 3.0 * 4.0


def test_ids_that_are_given_win_and_judges_are_listed(make_row) -> None:
    rows = [
        make_row("1", fields={"x": 1.0}, judged={"score": 3, "mos": 4}, judge="b"),
        make_row("2", fields={"x": 1.0}, judged={"score": 3}, judge="a"),
    ]
    assert judges_of(MEAN, rows) == {"judge": "a; b"}
    assert judges_of(MEAN, [make_row("3")]) == {}
    assert score(MEAN, rows, ids={"judge": "mine"}).ids == {"judge": "mine"}
