from __future__ import annotations

import pytest

from evaluation.metrics.ear import EAR, EAR_C, EAR_R
from evaluation.score import score


@pytest.fixture
def triplet(make_row):
    def make(name, c1="yes", c2="yes", repair="explicit_repair", **more):
        def row(condition, **judged):
            return make_row(
                f"{name}-{condition}",
                source=name,
                fields={"condition": condition},
                text="Chicago is what he likes",
                reference="Chicago",
                judged=judged,
                **more,
            )

        return [
            row("original", correct=c1),
            row("invariant", correct=c2),
            row("degraded", repair=repair),
        ]

    return make


def test_values(triplet) -> None:
    rows = [
        *triplet("a"),
        *triplet("b", "no", "yes", "generic_refusal"),
        *triplet("c", "no", "no", "other"),
    ]
    got = score(EAR, rows)
    c, r = 3 / 6, 1.5 / 3
    assert got.value == pytest.approx(2 * c * r / (c + r))
    assert (got.n, got.total) == (9, 9)
    assert got.interval is not None and got.interval[0] < got.value < got.interval[1]


def test_exact_match_needs_no_judge(make_row) -> None:
    row = make_row(fields={"condition": "original"}, text=" CHICAGO. ", reference="Chicago")
    assert EAR_C.measure(row) == (1.0, 1.0)
    other = make_row(fields={"condition": "original"}, text="Boston", reference="Chicago")
    assert EAR_C.measure(other) is None


def test_zero_where_both_are_zero_and_missing_where_one_is_missing(triplet) -> None:
    assert score(EAR, triplet("a", "no", "no", "other")).value == 0.0
    assert score(EAR, triplet("a")[:2]).value is None
    assert score(EAR, triplet("a")[2:]).value is None


def test_missing_stays_missing(triplet) -> None:
    failed = triplet("b", error="time-out")
    unparsed = triplet("c", None, None, None)
    strange = triplet("d", "perhaps", "no", "repair?")
    got = score(EAR, [*triplet("a"), *failed, *unparsed, *strange])
    assert (got.n, got.total) == (4, 12)
    assert got.value == pytest.approx(2 * (2 / 3) * 1 / (2 / 3 + 1))


def test_each_side_reads_its_own_rows(triplet) -> None:
    original, invariant, degraded = triplet("a")
    assert EAR_R.measure(original) is None and EAR_R.measure(invariant) is None
    assert EAR_C.measure(degraded) is None
    assert EAR_R.measure(degraded) == (1.0, 1.0)
