from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example, Response, Row
from evaluation.metrics.multiple_choice import MULTIPLE_CHOICE, MULTIPLE_CHOICE_UNPARSED
from evaluation.score import score


def row(id, text, reference="C", error=None, **fields):
    example = Example(
        id=id, family="voicebench", config="openbookqa", split="test", prompt="", language="en",
        reference=reference, fields=fields, source_id=id,
    )  # fmt: skip
    return Row(example, Response(id=id, text=text, error=error))


ROWS = [
    row("a", "The answer is C."),
    row("b", "B"),
    row("c", "Water."),
    row("d", "(c) water", reference="(C)"),
    row("e", " "),
    row("f", "C", error="timeout"),
]


def test_unparsed_answers_lower_the_coverage_and_nothing_else():
    accuracy = score(MULTIPLE_CHOICE, ROWS, rounds=0)
    assert (accuracy.value, accuracy.n, accuracy.total) == (pytest.approx(2 / 3), 3, 6)


def test_unparsed_share_is_of_the_answers():
    unparsed = score(MULTIPLE_CHOICE_UNPARSED, ROWS, rounds=0)
    assert (unparsed.value, unparsed.n, unparsed.total) == (1 / 4, 4, 6)


def test_more_than_four_options():
    assert MULTIPLE_CHOICE.measure(row("a", "F", "A", choices=list("uvwxyz"))) == (0, 1)
    assert MULTIPLE_CHOICE.measure(row("a", "F", "F")) == (1, 1)
    assert MULTIPLE_CHOICE.measure(row("a", "F", "A")) is None


def test_a_reference_that_is_no_letter_is_named():
    with pytest.raises(VivavoceError, match="row 'q7': the reference must be the letter"):
        MULTIPLE_CHOICE.measure(row("q7", "C", reference="water"))
    with pytest.raises(VivavoceError, match="row 'q8'"):
        MULTIPLE_CHOICE.measure(row("q8", "C", reference=None))
