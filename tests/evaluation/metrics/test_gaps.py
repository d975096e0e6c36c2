from __future__ import annotations

import pytest

from evaluation.metrics.degradation import degradation
from evaluation.metrics.judge_score import JUDGE_SCORE
from evaluation.metrics.text_speech_gap import text_speech_gap


@pytest.fixture
def side(make_row):
    def make(scores, label=""):
        return [
            make_row(f"{label}{i}", source=f"s{i}", judged={"score": s})
            for i, s in enumerate(scores)
        ]

    return make


def test_degradation_pairs_items(side) -> None:
    got = degradation(JUDGE_SCORE, side([4, 4, 2, 5]), side([3, 3, 2, None], "v"))
    # The item without a variant score leaves the clean side too.
    assert (got.a, got.b) == (pytest.approx(10 / 3), pytest.approx(8 / 3))
    assert got.value == pytest.approx(0.2)
    assert (got.n, got.left_out) == (3, 1)
    assert got.interval is not None and got.interval[0] <= 0.2 <= got.interval[1]


def test_several_variants_of_one_source_count_together(side) -> None:
    variants = [*side([3, 3], "noise"), *side([1, 1], "echo")]
    got = degradation(JUDGE_SCORE, side([4, 4]), variants)
    assert (got.value, got.n) == (0.5, 2)


def test_gap_is_text_minus_speech(side) -> None:
    got = text_speech_gap(JUDGE_SCORE, text=side([5, 4, 4]), speech=side([3, 4, 2], "s"))
    assert got.value == pytest.approx(4 / 3)
    assert (got.wins, got.losses, got.ties) == (2, 0, 1)
