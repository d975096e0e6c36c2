from __future__ import annotations

import dataclasses
import warnings

import numpy as np
import pytest

from evaluation.contracts import Example, Judgement, Metric, Response, Row, Score, ratio


def test_a_ratio_keeps_the_leading_axes() -> None:
    sums = np.array([[[1.0, 4.0], [3.0, 4.0]], [[2.0, 1.0], [0.0, 5.0]]])
    assert ratio(sums).tolist() == [[0.25, 0.75], [2.0, 0.0]]
    assert float(ratio(np.array([1.0, 8.0]))) == 0.125


def test_a_ratio_over_nothing_is_not_finite_and_warns_nobody() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = ratio(np.array([[0.0, 0.0], [1.0, 0.0]]))
    assert np.isnan(found[0]) and np.isinf(found[1])


@pytest.mark.parametrize(("n", "total", "coverage"), [(0, 0, 0.0), (3, 4, 0.75), (4, 4, 1.0)])
def test_coverage_is_a_share_of_what_should_have_been_scored(n, total, coverage) -> None:
    assert Score("m@1", None, n, total).coverage == coverage


def test_what_is_not_known_is_none_and_never_nought() -> None:
    response, judgement = Response("1"), Judgement("1", "score", "j")
    assert {response.text, response.seconds, response.duration, response.error} == {None}
    assert {judgement.score, judgement.category, judgement.error} == {None}
    assert Score("m@1", None, 0, 0).interval is None
    assert Row(Example("1", "f", "c", "s", "p", "en")).response is None


def test_values_cannot_be_changed_and_share_nothing() -> None:
    example = Example("1", "f", "c", "s", "p", "en", audio=b"fLaC")
    for value in (example, Response("1"), Judgement("1", "t", "j"), Score("m@1", 1.0, 1, 1)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.id = "2"
    assert Response("1").usage is not Response("2").usage
    assert "fLaC" not in repr(example)


def test_a_metric_is_a_proportion_of_two_sums_unless_it_says_otherwise() -> None:
    metric = Metric("m", 1, lambda row: None)
    assert (metric.unit, metric.components, metric.higher_is_better) == ("proportion", 2, True)
    assert metric.combine is ratio
    assert metric.needs == ()
