from __future__ import annotations

import json

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example, Response, Row
from evaluation.metrics.keyword import KEYWORD, acceptable, find_keyword


@pytest.mark.parametrize(
    ("text", "reference", "found"),
    [
        ("The capital is Paris.", "Paris", True),
        ("the capital is PARIS", "paris", True),
        ("The capital is Ｐａｒｉｓ.", "Paris", True),
        ("The capital is **Paris**.", "Paris", True),
        ("He is Parisian.", "Paris", False),
        ("The capital is Rome.", "Paris", False),
        ("There are 12 months.", "twelve", True),
        ("There are twelve months.", "12", True),
        ("About 1,200 people.", "1200", True),
        ("About twelve hundred people.", "1,200", True),
        ("There are 120 months.", "12", False),
        ("It is 3.5 metres.", "3", False),
        ("It is 50% of it.", "50 percent", True),
        ("It was in 1999.", "1999", True),
        ("Its colour is red.", "color", True),
        ("They are Beatles fans.", "The Beatles", True),
        ("A New York minute", "New York", True),
        ("A new city in York", "New York", False),
        ("It is Jupiter's moon.", "Jupiter", True),
        ("It is Jupiter’s moon.", "Jupiter", True),
        ("the planets' moons", "planets", True),
        ("He likes McDonald's.", "McDonald's", True),
        ("It is a dog.", "A", None),
        ("There are 5 of them.", "5", True),
        ("-5", "5", False),
        ("It is −5.", "5", False),
        ("minus five", "5", False),
        ("negative five degrees", "5", False),
        ("negative five", "-5", True),
        ("It is -5 degrees.", "minus 5", True),
        ("5", "-5", False),
        ("5 degrees below zero", "5", False),
        ("8 minus 5 is 3", "5", True),
        ("1.5", "5", False),
        ("one point five", "5", False),
        ("5.1", "5", False),
        ("50", "5", False),
        ("five hundred", "5", False),
        ("5 million", "5", False),
        ("1,005", "5", False),
        ("5%", "5", False),
        ("5 %", "5", False),
        ("five percent", "5", False),
        ("5 per cent", "5", False),
        ("5", "5%", False),
        ("5%", "5 percent", True),
        ("five sixths", "5", False),
        ("5/6", "5", False),
        ("5/6", "5/6", True),
        ("one half", "1", False),
        ("In 21 third graders", "21", True),
        ("5th", "5", False),
        ("5 and a half", "5", False),
        ("about -15 apples", "15 apples", False),
        ("about 15 apples", "15 apples", True),
        ("It costs $5.", "5", True),
        ("5, not 6", "5", True),
        ("It ended in 1945; half said so.", "1945", True),
        ("at 5 °C", "5", True),
        ("Apollo 11", "11", True),
        ("零下15度", "15", False),
        ("百分之15", "15", False),
        ("15万人", "15", False),
        ("有15人", "15", True),
        ("😀 5 😀", "5", True),
    ],
)
def test_english(text, reference, found):
    assert find_keyword(text, [reference], "en") is found


@pytest.mark.parametrize(
    ("text", "reference", "found"),
    [
        ("答案是少林寺。", "少林", True),
        ("那是武當山。", "武当", True),
        ("一共有365天。", "三百六十五天", True),
        ("一共有三百六十五天。", "365天", True),
        ("大约百分之五十。", "50%", True),
        ("他生于１９９９年", "1999年", True),
        ("不知道。", "少林", False),
        ("宋", "宋", True),
        ("答案：宋。", "宋", True),
        ("他是宋江。", "宋", None),
        ("他是唐僧。", "宋", False),
        ("答案是 5。", "5", True),
        ("会说 Python 语言", "python", True),
        ("零下15度", "15", False),
        ("负十五", "15", False),
        ("-15", "15", False),
        ("-15", "-15", True),
        ("百分之十五", "15", False),
        ("15%", "15", False),
        ("15万人", "15", False),
        ("十五分之一", "15", False),
        ("三分之十五", "15", False),
        ("1.15", "15", False),
        ("十五个人", "15", True),
        ("15人", "15", True),
        ("是15。", "十五", True),
        ("-5", "5", None),
        ("5%", "5", None),
        ("负 5", "5", None),
        ("😀是：5😀", "5", True),
    ],
)
def test_chinese(text, reference, found):
    assert find_keyword(text, [reference], "zh") is found


def test_one_of_several_acceptable_answers_is_enough():
    assert find_keyword("It is JFK.", ["John F. Kennedy", "JFK"], "en") is True
    assert find_keyword("他是宋江。", ["宋", "宋江"], "zh") is True
    assert find_keyword("It is Nixon.", ["John F. Kennedy", "JFK"], "en") is False


def row(text, reference, language="en", **fields):
    example = Example(
        id="q1", family="vocalbench_zh", config="general_knowledge", split="test", prompt="",
        language=language, reference=reference, fields=fields,
    )  # fmt: skip
    return Row(example, Response(id="q1", text=text))


def test_acceptable_answers_of_a_row():
    assert acceptable(row("", "JFK | John F. Kennedy")) == ["JFK", "John F. Kennedy"]
    assert acceptable(row("", "AC/DC")) == ["AC/DC"]
    assert acceptable(row("", "car / auto; van")) == ["car", "auto", "van"]
    assert acceptable(row("", "JFK", aliases=["Kennedy"])) == ["JFK", "Kennedy"]


def test_references_that_are_no_text_are_read_as_text():
    assert acceptable(row("", 5, answers=[7, None, " ", 8.5])) == ["5", "7", "8.5"]
    assert acceptable(row("", 0, answers=7)) == ["0", "7"]
    assert acceptable(row("", None, answers=None)) == []
    assert acceptable(row("", ["a|b", None, "c"])) == ["a|b", "c"]
    assert KEYWORD.measure(row("There are 5.", 5)) == (1, 1)
    assert KEYWORD.measure(row("😀", "😀")) is None


def test_metric():
    assert KEYWORD.measure(row("It is Paris", "Paris")) == (1, 1)
    assert KEYWORD.measure(row("It is Rome", "Paris")) == (0, 1)
    assert KEYWORD.measure(row("他是宋江。", "宋", "zh")) is None
    assert KEYWORD.measure(row(" ", "Paris")) is None
    with pytest.raises(VivavoceError, match="row 'q1': keyword accuracy needs a reference"):
        KEYWORD.measure(row("It is Paris", None))


def test_agrees_with_the_released_verdicts_that_rest_on_a_keyword(shared):
    folder = shared / "sources/vocalbench-zh"
    questions = json.loads((folder / "json/chinese_knowledge.json").read_text(encoding="utf-8"))
    released = json.loads(
        (folder / "model_output/qwen3-omni/result/chinese_knowledge.json").read_text("utf-8")
    )
    # The released ids carry the name of the set before the number.
    answers = {str(item["Qid"]).rpartition("-")[2]: item["Answer"] for item in questions}
    for item in released:
        if str(item.get("Explain", "")).startswith("答案位于回复中"):
            reference = answers[item["Qid"].rpartition("-")[2]]
            assert find_keyword(item["Response"], [reference], "zh") is not False
