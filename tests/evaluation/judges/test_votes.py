from __future__ import annotations

import pytest

from evaluation.judges.parse import Unparsed, Verdict
from evaluation.judges.parse.values import REPAIR, SCORE, YES_NO
from evaluation.judges.votes import settle


def _votes(*values: float | str | None) -> list[Verdict | None]:
    return [None if value is None else Verdict(value) for value in values]


def test_scores_are_averaged_and_categories_counted() -> None:
    assert settle(_votes(4.0, 5.0, 3.0), SCORE) == 4.0
    assert settle(_votes(4.0, 5.0, 5.0), SCORE) == pytest.approx(14 / 3)
    assert settle(_votes("yes", "no", "yes"), YES_NO) == "yes"
    assert settle(_votes("other"), REPAIR) == "other"


def test_more_than_half_of_the_votes_must_be_readable() -> None:
    assert settle(_votes(4.0, 2.0, None), SCORE) == 3.0
    with pytest.raises(Unparsed, match="1 of 3"):
        settle(_votes(4.0, None, None), SCORE)
    with pytest.raises(Unparsed, match="1 of 2"):
        settle(_votes("yes", None), YES_NO)
    with pytest.raises(Unparsed, match="0 of 0"):
        settle([], SCORE)


def test_tied_categories_are_no_verdict() -> None:
    with pytest.raises(Unparsed, match="tied"):
        settle(_votes("yes", "no", None), YES_NO)
