from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from evaluation.contracts import Judgement, Metric, Row
from evaluation.report.missing import why_missing


def _never(*needs: str) -> Metric:
    return Metric("m", 1, lambda row: None, needs=needs)


@pytest.mark.parametrize(
    ("needs", "row", "reason"),
    [
        (("score",), {"respond": False}, "not answered"),
        (("score",), {"error": "timeout", "text": None}, "the model failed"),
        (("score",), {"text": " "}, "empty answer"),
        (("score",), {"text": None}, "empty answer"),
        (("score",), {"judged": {"score": None}}, "score: unparsed"),
        (("score",), {}, "no judgement of score"),
        (("empathy", "score"), {}, "no judgement of empathy or score"),
        (("empathy", "score"), {"judged": {"score": 3}}, "no judgement of empathy"),
        (("mos",), {}, "no spoken answer"),
        (("mos",), {"asr": "x"}, "no spoken answer"),
        (("asr_text",), {}, "no speech"),
        (("asr_text",), {"duration": 1.0}, "speech was not recognised"),
        (("duration", "seconds"), {"seconds": 1.0}, "no duration"),
        (("duration", "seconds"), {}, "no duration or seconds"),
        ((), {}, "the metric finds nothing to score in it"),
        (("score",), {"judged": {"score": 9}}, "the metric finds nothing to score in it"),
    ],
)
def test_every_reason(
    needs: tuple[str, ...], row: dict[str, Any], reason: str, make_row: Callable[..., Row]
) -> None:
    assert why_missing(_never(*needs), [make_row(**row)]) == {reason: 1}


def test_details_of_a_judges_error_do_not_split_the_count(make_row: Callable[..., Row]) -> None:
    rows = [
        make_row(str(n), judged={"score": Judgement(str(n), "score", "j", error=f"timeout: {n} s")})
        for n in range(3)
    ]
    assert why_missing(_never("score"), rows) == {"score: timeout": 3}


def test_rows_that_are_scored_are_not_missing(make_row: Callable[..., Row]) -> None:
    metric = Metric("m", 1, lambda row: (1.0, 1.0) if row.example.id == "a" else None)
    assert why_missing(metric, [make_row("a")]) == {}
    assert why_missing(metric, [make_row("a"), make_row("b", respond=False)]) == {"not answered": 1}
