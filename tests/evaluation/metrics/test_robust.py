from __future__ import annotations

import json

import pytest

from evaluation.metrics.robust import HEADLINE, ROBUST, condition, level_scores, preserve_rate
from evaluation.score import score


@pytest.fixture
def at(make_row):
    def make(kind, level, points, name="000"):
        config = "robust_clean" if kind == "clean" else "robust"
        fields = (
            {"Category": "Suggestion"} if kind == "clean" else {"Category": kind, "Level": level}
        )
        return make_row(
            f"{kind}-{level}-{name}",
            source=name,
            config=config,
            fields=fields,
            judged={"score": points},
        )

    return make


def test_one_condition_is_not_capped(at) -> None:
    metric = preserve_rate("pr", {"white_noise": "snr_-5"})
    rows = [at("white_noise", "snr_-5", 5), at("clean", "", 4)]
    assert score(metric, rows).value == 1.25


def test_average_caps_each(at) -> None:
    metric = preserve_rate("pr", {"white_noise": "snr_-5", "farfield": "filter_400hz"})
    rows = [
        at("white_noise", "snr_-5", 5),
        at("farfield", "filter_400hz", 2),
        at("clean", "", 4),
    ]
    assert score(metric, rows).value == pytest.approx((1 + 0.5) / 2)


def test_headline_needs_all_six_and_clean(at) -> None:
    rows = [at(kind, level, 3, f"{i}") for kind, level in HEADLINE.items() for i in range(4)]
    assert score(ROBUST, rows).value is None
    rows += [at("clean", "", 4, f"{i}") for i in range(4)]
    got = score(ROBUST, rows)
    assert got.value == pytest.approx(0.75)
    assert (got.n, got.total) == (28, 28)
    assert score(ROBUST, rows[4:]).value is None


def test_every_level(at) -> None:
    rows = [at("clean", "", 4, f"{i}") for i in range(3)]
    rows += [at("farfield", "filter_100hz", 5, f"{i}") for i in range(3)]
    rows += [at("farfield", "filter_800hz", 2, f"{i}") for i in range(3)]
    got = level_scores(rows, rounds=20)
    assert {place: s.value for place, s in got.items()} == {
        ("farfield", "filter_100hz"): 1.25,
        ("farfield", "filter_800hz"): 0.5,
    }


def test_released_conditions(shared, make_row) -> None:
    path = shared / "sources" / "vocalbench-zh" / "json" / "robust.json"
    data = json.loads(path.read_text("utf-8"))
    found = {condition(make_row(config="robust", fields=r)) for r in data}
    assert len(found) == 36
    assert set(HEADLINE.items()) <= found
