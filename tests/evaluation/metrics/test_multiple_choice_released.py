from __future__ import annotations

import pytest

from evaluation.contracts import Example, Response, Row
from evaluation.metrics.choice import find_choice
from evaluation.metrics.multiple_choice_released import (
    MULTIPLE_CHOICE_RELEASED,
    PHRASES,
    find_choice_released,
)


@pytest.mark.parametrize(
    ("text", "released", "default"),
    [
        ("The answer is C.", "C", "C"),
        ("C", "C", "C"),
        ("c: water", "C", "C"),
        ("答案是C", "C", "C"),
        ("<1> B. Paris", "B", None),
        ("That would be a good idea.", "A", None),
        ("The answer is because water is wet.", "B", None),
        ("Oranges contain vitamin C, which is healthy.", "C", None),
        ("Option D", None, "D"),
        ("C - water", None, "C"),
        ("Water", None, None),
        ("", None, None),
    ],
)
def test_where_the_public_script_differs(text, released, default):
    assert find_choice_released(text) == released
    assert find_choice(text) == default


def row(text, reference="C"):
    example = Example(
        id="r", family="voicebench", config="mmsu", split="law", prompt="", language="en",
        reference=reference,
    )  # fmt: skip
    return Row(example, Response(id="r", text=text))


def test_a_drawn_letter_counts_its_expectation():
    assert MULTIPLE_CHOICE_RELEASED.measure(row("The answer is C.")) == (1, 1)
    assert MULTIPLE_CHOICE_RELEASED.measure(row("The answer is A.")) == (0, 1)
    assert MULTIPLE_CHOICE_RELEASED.measure(row("Water")) == (0.25, 1)
    assert MULTIPLE_CHOICE_RELEASED.measure(row("")) == (0.25, 1)
    assert MULTIPLE_CHOICE_RELEASED.measure(row(None)) is None


def test_phrases_all_have_a_place_for_the_letter():
    assert all(phrase.count("@") == 1 for phrase in PHRASES)
