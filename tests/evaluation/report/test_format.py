from __future__ import annotations

import pytest

from evaluation.contracts import Score
from evaluation.report.format import coverage_of, interval_of, number, p_of, scale, value_of


def _score(value: float | None, n: int, total: int, unit: str = "proportion", **more) -> Score:
    return Score("m@1", value, n, total, unit=unit, **more)


def test_numbers_are_printed_in_their_unit() -> None:
    assert value_of(_score(0.1234, 1, 1)) == "12.3 %"
    assert value_of(_score(4.25, 1, 1, "score")) == "4.250"
    assert value_of(_score(1.5, 1, 1, "seconds")) == "1.50 s"
    assert value_of(_score(None, 0, 1)) == "–"
    assert number(-0.05, "proportion", sign=True) == "−5.0"
    assert number(0.05, "proportion", sign=True) == "+5.0"
    assert interval_of((0.25, 0.75), "proportion") == "[25.0, 75.0]"
    assert p_of(0.0001) == "< 0.001" and p_of(0.25) == "0.250" and p_of(None) == "–"


def test_coverage_is_never_rounded_up_to_all() -> None:
    assert coverage_of(_score(0.5, 9_999, 10_000)) == "99.9 %"
    assert coverage_of(_score(0.5, 10_000, 10_000)) == "100 %"
    assert coverage_of(_score(None, 0, 3)) == "0.0 %"
    assert coverage_of(_score(None, 0, 0)) == "–"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.5, "proportion", "50.0"),
        (1.0, "proportion", "100.0"),
        (-0.123, "proportion", "−12.3"),
        (3.14159, "score", "3.142"),
        (0.5, "ratio", "0.500"),
        (12.346, "seconds", "12.35"),
        (None, "ratio", "–"),
    ],
)
def test_digits_follow_the_unit(value: float | None, unit: str, text: str) -> None:
    assert number(value, unit) == text


def test_only_proportions_are_scaled() -> None:
    assert scale(0.25, "proportion") == 25.0
    assert [scale(0.25, unit) for unit in ("score", "ratio", "seconds")] == [0.25] * 3


def test_an_interval_of_differences_has_both_signs() -> None:
    assert interval_of((-0.01, 0.02), "proportion", sign=True) == "[−1.0, +2.0]"
    assert interval_of((1.0, 4.5), "score") == "[1.000, 4.500]"
    assert interval_of(None, "score") == "–"


@pytest.mark.parametrize(
    ("p", "text"), [(0.0, "< 0.001"), (0.00099, "< 0.001"), (0.001, "0.001"), (1.0, "1.000")]
)
def test_small_p_values_are_not_printed_as_nought(p: float, text: str) -> None:
    assert p_of(p) == text
