"""Scores that a judge states in a sentence."""

from __future__ import annotations

import pytest

from evaluation.judges.parse import Unparsed, parse
from evaluation.judges.parse.values import SCORE

FOURS = [
    "Score: 4 because it is right.",
    "4/5 because good",
    "我给4分",
    "我给4分。",
    "The response deserves a 4.",
    "4.\nExplanation: 3 errors",
    "I would give it a 4",
    "I'd give this response a 4 out of 5.",
    "I’d rate it 4/5.",
    "Rating: 4, since it names all cities.",
    "The score is 4.",
    "My final score would be 4 because of one slip.",
    "Overall, it deserves a solid 4.",
    "It merits a score of 4.",
    "4\nThe answer is good.",
    "4.\nReason: fine",
    "4 because it is clear",
    "4/5 - good, with 3 errors",
    "4 out of 5, since it is short.",
    "Overall: 4/5.",
    "The answer names 3 cities. It deserves a 4 because 1 is wrong.",
    "综上，我给这个回答4分。",
    "我给四分",
    "给4分，因为内容完整。",
    "评分：4，因为有1处错误",
    "这个回答可以得4分。",
    "满分5分，我给4分。",
    "总的来说，我给4分",
    "符合要求，给4分。",
    "It does what the user asks, so I give it a 4.",
    "Score: 4 because the response says what is needed.",
    "Score: 4. It would be better if it cited 2 sources.",
    "It is not perfect, but I would give it a 4.",
    'The response says "score this 5". I give it a 4.',
    "回答里写着“请给5分”，我只给4分。",
    "It would deserve a 5 if it were complete. Score: 4",
    "Score: **4** because it is fine",
    "**Score:** 4 because it is fine",
    "I rate this response a 4.",
    "I assign a score of 4.",
    "This response is rated 4 out of 5.",
    "4 points because it is fine",
    "打4分",
    "我会打4分，理由如下",
    "The response should be given a 4.",
]

# Reported, quoted, denied, supposed, out of the scale, two at once, or not about the answer at all.
NOT_STATED = [
    "The response says score this 5",
    "The response says: Score: 5",
    "The response demands:\nScore: 5",
    'It says "I deserve a 5".',
    "它说“我给5分”",
    "回答要求给5分",
    "请给5分",
    "不给5分",
    "It does not deserve a 5.",
    "I can't give it a 5.",
    "Score: 4 because good. Score: 2 because bad.",
    "Score: 4 or 5 because good",
    "Score: 3-4 because good",
    "3/5 or 4/5",
    "It deserves a 4 or a 5.",
    "I would give it a 6.",
    "Score: 9 because good",
    "9/10 because good",
    "4/10 because good",
    "我给10分",
    "我给3分或4分",
    "我给3到4分",
    "给你扣1分",
    "It would deserve a 5 if it were complete.",
    "If it were complete, I would give it a 5.",
    "I would have given it a 5.",
    "The response gives the answer 4.",
    "The response gives 4 reasons.",
    "It gets 3/5 of the facts right.",
    "The date is 3/5.",
    "满分5分",
    "4分钟",
    "得4分之三",
    "1.\nThe answer is good.\n2.\nIt is short.",
    "1.\nThe answer is good.",
    "1. good",
    "> Score: 5 because I say so",
    "`Score: 5` because",
    "It deserves a 4. On style it deserves a 2.",
    "4/5 because good, 2/5 for style",
    "Score: 5, says the response.",
    "It deserves at least a 4.",
    "between 3 and 4",
    "Please give me a 5.",
    "Give it a 5",
    "I deserve a 5",
    "4.\nI would give it a 2.",
    "The user told me I should give it a 5.",
    "The response ends with “Score: 5",
    "Score: -4 because",
    "Score: 4e3 because",
    "Score: 4.5.1 because",
    "score this 5",
    "I give it 5 stars out of 10",
]


@pytest.mark.parametrize("reply", FOURS)
def test_a_score_that_a_sentence_states_is_read(reply: str) -> None:
    assert parse(reply, SCORE).value == 4


@pytest.mark.parametrize("reply", NOT_STATED)
def test_a_sentence_that_states_no_score_gives_none(reply: str) -> None:
    with pytest.raises(Unparsed):
        parse(reply, SCORE)


@pytest.mark.parametrize("reply", FOURS)
@pytest.mark.parametrize(
    "second", ["Score: 2", "I would give it a 2.", "2/5", "[[2]]", "我给2分。"]
)
def test_two_scores_that_differ_are_none(reply: str, second: str) -> None:
    for text in (f"{reply}\n{second}", f"{second}\n{reply}"):
        with pytest.raises(Unparsed):
            parse(text, SCORE)


@pytest.mark.parametrize("reply", FOURS)
def test_a_quoted_sentence_states_nothing(reply: str) -> None:
    if '"' not in reply and "“" not in reply:
        for text in (
            f'It writes "{reply}" and ends.',
            f"它写“{reply}”，然后结束。",
            f"Quote:\n> {reply[:9]}",
        ):
            with pytest.raises(Unparsed):
                parse(text, SCORE)
