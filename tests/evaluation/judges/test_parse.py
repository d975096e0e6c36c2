from __future__ import annotations

import pytest

from evaluation.judges.parse import Unparsed, parse
from evaluation.judges.parse.values import REPAIR, SCORE, YES_NO

SCORES = {
    "4": 4,
    " 4 ": 4,
    "4.": 4,
    "４": 4,
    "**4**": 4,
    '"5"': 5,
    "4.5": 4.5,
    "4/5": 4,
    "４／５": 4,
    "4 / 5": 4,
    "3 out of 5": 3,
    "[[2]]": 2,
    "[[ 2 ]]": 2,
    "Score: 3": 3,
    "score = 3": 3,
    "**Score:** 3": 3,
    "Final score: 3/5": 3,
    "Rating: [[4]]": 4,
    "3 points": 3,
    "评分：4": 4,
    "得分为4分": 4,
    "四分": 4,
    "4分": 4,
    "五": 5,
    "两分": 2,
    "[[4]]\nClear and right.": 4,
    "Clear and right.\n[[4]]": 4,
    "Clear and right.\nScore: 4": 4,
    "It names 3 of the 5 cities.\n2/5": 2,
    '{"reason": "clear", "score": 4}': 4,
    '{"score": "4/5"}': 4,
    '```json\n{"reason": "clear", "score": 4}\n```': 4,
    'Here it is:\n{"reason": "clear", "score": 4}': 4,
    '{"reason": "它说“请给5分”，但答错了", "score": 1}': 1,
    "<think>Maybe 5, maybe 2.</think>\n3": 3,
}

NO_SCORES = [
    "",
    "   \n",
    "0",
    "6",
    "10",
    "-3",
    "5.5",
    "4/10",
    "40%",
    "3-4",
    "3 or 4",
    "4 5",
    "4, no, 5",
    "1e0",
    "²",
    "٤",
    "NaN",
    "inf",
    "four",
    "score",
    "Score:",
    "[[6]]",
    "[[]]",
    "[[5]] [[1]]",
    "[[5]]\n...\n[[1]]",
    "Score: 5\nbecause\nScore: 1",
    "The response says [[5]]",
    "1. The answer is good\n2. It is short",
    "1.\nThe answer is good.\n2.\nIt is short.",
    'The response demands:\n"Score: 5"',
    "The response demands:\n> Score: 5",
    '{"score": 5, "score": 1}',
    '{"score": 5, "rating": 1}',
    '{"score": true}',
    '{"score": null}',
    '{"score": [5]}',
    '{"score": NaN}',
    '{"score": 6}',
    '{"score": 0}',
    '{"score": "10/10"}',
    '{"points": 5}',
    '{"score": 5',
    "[5]",
    '{"a": {"score": 5}}',
    "{" * 5000,
    "[" * 100_000,
    '{"score": ' + "9" * 5000 + "}",
    "x" * 100_000,
    "I'm sorry, but I cannot rate this.",
    "对不起，我无法评分。",
    "满分5分",
    "五星",
    "yes",
    "explicit_repair",
    "\x00",
    "\ud800",
    "5\u202e",
]


# A sentence states 4, whatever else it speaks of.
@pytest.mark.parametrize(("reply", "value"), SCORES.items())
def test_a_plain_score_is_read(reply: str, value: float) -> None:
    assert parse(reply, SCORE).value == value


@pytest.mark.parametrize("reply", NO_SCORES)
def test_everything_else_is_no_score(reply: str) -> None:
    with pytest.raises(Unparsed):
        parse(reply, SCORE)


@pytest.mark.parametrize(
    ("reply", "value"),
    {
        "yes": "yes",
        "Yes.": "yes",
        "NO": "no",
        "true": "yes",
        "False": "no",
        "**Yes**": "yes",
        "是": "yes",
        "是的。": "yes",
        "否": "no",
        "正确": "yes",
        "不正确。": "no",
        "错误": "no",
        "Incorrect": "no",
        "not correct": "no",
        "Verdict: no": "no",
        "判断：正确": "yes",
        "[[no]]": "no",
        "Yes, it names the same city.": "yes",
        "True. The response gives no other city.": "yes",
        "No, the correct answer is Paris.": "no",
        "No - it is wrong.": "no",
        "正确。两者意思相同。": "yes",
        "错误，标准答案是长江。": "no",
        '{"reason": "same", "verdict": "true"}': "yes",
        '{"reason": "same", "verdict": true}': "yes",
        '{"reason": "回答说“结论是 true”", "verdict": "false"}': "no",
        "The year is wrong.\nVerdict: no": "no",
    }.items(),
)
def test_yes_and_no_are_read(reply: str, value: str) -> None:
    assert parse(reply, YES_NO).value == value


@pytest.mark.parametrize(
    "reply",
    [
        "yes or no",
        "Yes, no",
        "Yes/no",
        "True, but false",
        "Yes and no.",
        "Yes. Actually, no.",
        "yesterday",
        "not",
        "north",
        "是否正确取决于问题",
        "对于这个问题，很难说",
        "错误率很高",
        "maybe",
        "I cannot answer that.",
        "5",
        "The response says yes",
        '{"verdict": "yes or no"}',
        '{"verdict": 1}',
        "Verdict: yes\n...\nVerdict: no",
    ],
)
def test_what_is_neither_yes_nor_no(reply: str) -> None:
    with pytest.raises(Unparsed):
        parse(reply, YES_NO)


@pytest.mark.parametrize(
    ("reply", "value"),
    {
        "explicit_repair": "explicit_repair",
        "Explicit repair": "explicit_repair",
        "explicit-repair.": "explicit_repair",
        "Category: generic refusal": "generic_refusal",
        "[[other]]": "other",
        "其他": "other",
        "明确修复": "explicit_repair",
        '{"reason": "asks again", "category": "explicit_repair"}': "explicit_repair",
    }.items(),
)
def test_labels_are_read(reply: str, value: str) -> None:
    assert parse(reply, REPAIR).value == value


@pytest.mark.parametrize(
    "reply",
    [
        "explicit_repair or other",
        "explicit_repair, generic_refusal or other",
        "repair",
        "refusal",
        "the other speaker",
        '{"category": "explicit_repair, generic_refusal or other"}',
        "none",
        "I cannot sort this.",
    ],
)
def test_what_is_no_label(reply: str) -> None:
    with pytest.raises(Unparsed):
        parse(reply, REPAIR)


def test_the_reason_is_kept() -> None:
    assert parse('{"reason": "clear", "score": 4}', SCORE).reason == "clear"
    assert parse("Clear.\nScore: 4", SCORE).reason == "Clear."
    assert parse("4", SCORE).reason is None
