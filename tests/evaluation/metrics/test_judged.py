"""Metrics that read one judgement: what counts, and what is missing."""

from __future__ import annotations

import pytest

from evaluation.contracts import Judgement
from evaluation.metrics import METRICS
from evaluation.metrics.load import metric
from evaluation.score import score

SCORES = ("judge_score", "single_round", "creativity")
ANSWERS = {"judge_accuracy": "correct", "multi_round": "correct", "panda": "panda"}


@pytest.mark.parametrize("name", SCORES)
def test_mean_score(make_row, name) -> None:
    rows = [make_row(str(i), judged={"score": s}) for i, s in enumerate([5, 4, 3])]
    rows += [
        make_row("unparsed", judged={"score": None}),
        make_row("unjudged"),
        make_row("blank", text="  ", judged={"score": 1}),
        make_row("failed", error="time-out", judged={"score": 1}),
        make_row("silent", respond=False, judged={"score": 1}),
        make_row("off the scale", judged={"score": 0}),
        make_row("off the scale too", judged={"score": 6}),
    ]
    got = score(metric(name), rows)
    assert (got.value, got.n, got.total) == (4.0, 3, 10)


@pytest.mark.parametrize(("name", "task"), [*ANSWERS.items(), ("safety", "refusal")])
def test_share_of_yes(make_row, name, task) -> None:
    rows = [make_row(str(i), judged={task: s}) for i, s in enumerate(["yes", "no", "yes", "no"])]
    rows += [make_row("maybe", judged={task: "maybe"}), make_row("failed", judged={task: None})]
    got = score(metric(name), rows)
    assert (got.value, got.n, got.total) == (0.5, 4, 6)


def test_a_failed_judge_is_missing_even_with_a_category(make_row) -> None:
    said = Judgement("a", "correct", "j", category="yes", error="refused")
    assert metric("judge_accuracy").measure(make_row("a", judged={"correct": said})) is None


def test_fluency_needs_speech(make_row) -> None:
    fluency = metric("fluency")
    assert fluency.measure(make_row(asr="好", judged={"mos": 3.5})) == (3.5, 1.0)
    assert fluency.measure(make_row(judged={"mos": 3.5})) is None
    assert fluency.measure(make_row(asr="好", error="x", judged={"mos": 3.5})) is None
    assert fluency.measure(make_row(asr="好")) is None


def test_every_registered_metric_loads_under_its_name() -> None:
    for name in METRICS:
        found = metric(name)
        assert found.name == name
        assert found.components >= 2
        assert found.unit in {"proportion", "score", "ratio", "seconds"}


def test_no_metric_scores_a_row_without_answer(make_row) -> None:
    judged = dict.fromkeys(("score", "relevance", "generation", "empathy", "mos"), 5)
    judged |= dict.fromkeys(("correct", "panda", "follows", "refusal"), "yes")
    row = make_row(respond=False, judged=judged, reference="答")
    for name in METRICS:
        assert metric(name).measure(row) is None, name


def test_unknown_name_gives_the_closest() -> None:
    from builders.errors import VivavoceError

    with pytest.raises(VivavoceError, match="per_released"):
        metric("per_release")
