from __future__ import annotations

from evaluation.contracts import Example, Response, Row
from evaluation.metrics.ifeval.metric import IFEVAL
from evaluation.metrics.ifeval.released import IFEVAL_RELEASED


def row(text, instruction, arguments):
    fields = {"instruction_id_list": [instruction], "kwargs": [arguments]}
    example = Example(
        id="r", family="voicebench", config="ifeval", split="test", prompt="", language="en",
        fields=fields,
    )  # fmt: skip
    return Row(example, Response(id="r", text=text))


def test_a_blank_answer_is_wrong_in_the_public_script_and_missing_by_default():
    blank = row("  ", "punctuation:no_comma", {})
    assert IFEVAL_RELEASED.measure(blank) == (0, 0, 0, 0, 1, 1)
    assert IFEVAL.measure(blank) is None


def test_turn_marks_are_taken_off():
    marked = row('<2> "Hello."<|user|>', "startend:quotation", {})
    assert IFEVAL_RELEASED.measure(marked) == (1, 1, 1, 1, 1, 1)
    assert IFEVAL.measure(marked) == (0, 0, 0, 0, 1, 1)


def test_what_the_script_draws_at_random_is_missing():
    zero = row("no list", "detectable_format:number_bullet_lists", {"num_bullets": 0})
    assert IFEVAL.measure(zero) == (1, 1, 1, 1, 1, 1)
    assert IFEVAL_RELEASED.measure(zero) is None
    count = {"let_frequency": 1, "let_relation": "at least"}
    assert (
        IFEVAL_RELEASED.measure(row("#", "keywords:letter_frequency", {"letter": "#", **count}))
        is None
    )
    assert IFEVAL_RELEASED.measure(
        row("a", "keywords:letter_frequency", {"letter": "a", **count})
    ) == (1, 1, 1, 1, 1, 1)
