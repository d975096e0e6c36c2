from __future__ import annotations

import pytest

from builders.sources.mcq import choice, split_options


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("哪个？\n选项：\n(A) 是 \n(B) 否", ("哪个？", ["是", "否"])),
        ("Which?\nOptions:\n(A) one\n(B) two", ("Which?", ["one", "two"])),
        ("谁？\nA、甲\nB、乙\nC、丙", ("谁？", ["甲", "乙", "丙"])),
        ("选？(A)《甲》(B)《乙》", ("选？", ["《甲》", "《乙》"])),
        ("Plan A. is good", None),
        ("只有(A)一个", None),
    ],
)
def test_split_options(text, expected):
    assert split_options(text) == expected


def test_choice_takes_a_letter_or_a_position():
    assert choice(["x", "y"], "B")[1]["answer_key"] == "B"
    assert choice(["x", "y"], 0) == (
        "x",
        {"options": [{"label": "A", "text": "x"}, {"label": "B", "text": "y"}], "answer_key": "A"},
    )


@pytest.mark.parametrize("answer", ["C", "", "?", 2, -1])
def test_an_answer_outside_the_options_is_refused(answer):
    with pytest.raises(ValueError, match="none of 2 options"):
        choice(["x", "y"], answer)
