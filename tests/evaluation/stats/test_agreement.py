from __future__ import annotations

import pytest

from evaluation.contracts import Judgement
from evaluation.stats.agreement import agreement, cohen_kappa


def judged(values, task="t"):
    out = {}
    for i, value in enumerate(values):
        if isinstance(value, str):
            out[str(i)] = Judgement(str(i), task, "j", category=value)
        elif value is None:
            out[str(i)] = Judgement(str(i), task, "j", error="unparsed")
        else:
            out[str(i)] = Judgement(str(i), task, "j", score=value)
    return out


def test_textbook_kappa() -> None:
    # 20 both yes, 5 yes/no, 10 no/yes, 15 both no: po = 0.7, pe = 0.5, kappa = 0.4.
    a = ["y"] * 25 + ["n"] * 25
    b = ["y"] * 20 + ["n"] * 5 + ["y"] * 10 + ["n"] * 15
    assert cohen_kappa(a, b) == pytest.approx(0.4)
    got = agreement(judged(a), judged(b))
    assert (got.n, got.exact, got.within_one) == (50, 0.7, None)
    assert got.kappa == pytest.approx(0.4)


def test_scores_within_one() -> None:
    got = agreement(judged([5, 4, 3, 1]), judged([5, 3, 1, 1]))
    assert (got.exact, got.within_one) == (0.5, 0.75)


def test_unparsed_is_left_out() -> None:
    got = agreement(judged([5, None, 3]), judged([5, 3, None, 2]))
    assert (got.n, got.left_out, got.exact) == (1, 3, 1.0)


def test_undefined_kappa() -> None:
    assert cohen_kappa(["y", "y"], ["y", "y"]) is None
    assert agreement({}, {}).exact is None
