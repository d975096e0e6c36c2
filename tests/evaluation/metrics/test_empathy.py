from __future__ import annotations

import json

import pytest

from evaluation.contracts import Judgement
from evaluation.metrics.empathy import (
    ACOUSTIC_EER,
    ACOUSTIC_SCORE,
    EER,
    EMPATHY_SCORE,
    SEMANTIC_EER,
    acoustic,
    canonical,
)

RATINGS = [5, 1, 3, 5, 2]


@pytest.fixture
def heard(make_row):
    def make(table, ratings=RATINGS, empathy=None, **more):
        raw = table if isinstance(table, str) else json.dumps(table)
        judged = {"emotion": Judgement("r-0", "emotion", "e2v", raw=raw)}
        if empathy is not None:
            judged["empathy"] = empathy
        return make_row(asr="好", fields={"Score": ratings}, judged=judged, **more)

    return make


def test_weighted_rating_is_renormalised(heard) -> None:
    # Half of the probability is on classes that are not rated: 0.3, 0.2 become 0.6, 0.4.
    row = heard({"angry": 0.3, "neutral": 0.2, "disgusted": 0.1, "<unk>": 0.4})
    assert acoustic(row) == pytest.approx(0.6 * 5 + 0.4 * 3)


def test_labels_of_other_classifiers(heard) -> None:
    assert acoustic(heard({"生气/angry": 1.0})) == 5
    assert acoustic(heard({"开心": 1.0})) == 1
    assert acoustic(heard({"surprise": 1.0})) == 2
    assert acoustic(heard({"悲伤": 0.5, "难过/sad": 0.5})) == 5
    assert canonical(" Neutral ") == "neutral"


@pytest.mark.parametrize(
    "table", [{"disgusted": 1.0}, "no json", "[]", "{}", {"angry": 1.5}, {"angry": "high"}]
)
def test_unusable_readings_are_missing(heard, table) -> None:
    assert acoustic(heard(table)) is None
    assert ACOUSTIC_EER.measure(heard(table)) is None


def test_ratings_must_be_five(heard) -> None:
    assert acoustic(heard({"sad": 1.0}, ratings=[1, 2])) is None
    assert acoustic(heard({"sad": 1.0}, ratings=None)) is None


@pytest.mark.parametrize(
    ("emotion", "empathy", "passed"),
    [
        ("sad", 3, 1.0),
        ("neutral", 3, 1.0),
        ("surprised", 5, 0.0),
        ("sad", 2, 0.0),
        ("surprised", None, None),
        ("sad", None, None),
    ],
)
def test_eer_needs_both(heard, emotion, empathy, passed) -> None:
    got = EER.measure(heard({emotion: 1.0}, empathy=empathy))
    assert (None if got is None else got[0]) == passed


def test_each_alone_and_sum(heard) -> None:
    row = heard({"sad": 1.0}, empathy=2)
    assert ACOUSTIC_SCORE.measure(row) == (5.0, 1.0)
    assert SEMANTIC_EER.measure(row) == (0.0, 1.0)
    assert EMPATHY_SCORE.measure(row) == (7.0, 1.0)


def test_released_ratings_are_per_query(shared) -> None:
    path = shared / "sources" / "vocalbench-zh" / "json" / "emotion.json"
    data = json.loads(path.read_text("utf-8"))
    assert all(len(r["Score"]) == 5 for r in data)
    per_emotion = {tuple(r["Score"]) for r in data if r["Question_emo"] == "angry"}
    assert len(per_emotion) > 1  # a 5 × 5 table would have one row for each emotion
