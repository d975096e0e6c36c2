from __future__ import annotations

import pytest
from llm_context import item

from builders.step import Rejected
from builders.text.spoken_llm import check_spoken, similarity, spoken_llm

PRICE = "It costs $5 and takes 20 minutes."
SPOKEN = "It costs five dollars and takes twenty minutes."


def test_the_models_form_is_taken(ask):
    done = ask(spoken_llm, item(PRICE), lambda text, model: SPOKEN + "\n")
    assert (done.prompt, done.spoken) == (PRICE, SPOKEN)
    assert done.provenance.steps[-1].note == "as by rules"


@pytest.mark.parametrize(
    "said",
    [
        "It costs $5 and takes twenty minutes.",
        "**It costs five dollars and takes twenty minutes.**",
        "You should look for a cheaper one that does not need so long.",
    ],
)
def test_what_does_not_count_is_rejected(ask, said):
    done = ask(spoken_llm, item(PRICE), lambda text, model: said)
    assert isinstance(done, Rejected) and done.reason == "spoken form: wrong content"
    assert len(ask.server.bodies) == 3


def test_the_rules_can_stand_in_and_say_so(ask):
    done = ask(spoken_llm, item(PRICE), lambda text, model: PRICE, otherwise="rules")
    assert done.spoken == SPOKEN
    assert done.provenance.steps[-1].note.startswith("by rules: left unspoken: $ 5 20")


def test_chinese(ask):
    row = item("会议在15:30开始，有50%的人参加。", language="zh")
    said = "会议在十五点三十分开始，有百分之五十的人参加。"
    done = ask(spoken_llm, row, lambda text, model: said)
    assert done.spoken == said


def test_a_question_stays_one():
    with pytest.raises(ValueError, match="no question"):
        check_spoken("Is 5 odd?", "Is five odd.", "en", 0.5)


def test_similarity():
    assert similarity("one two three", "One, two three!", "en") == 1.0
    assert similarity("one two", "three four", "en") == 0.0
    assert similarity("今天三点", "今天四点", "zh") == 0.75


def test_nothing_to_say(ask):
    assert ask(spoken_llm, item("***"), lambda text, model: "x").reason == "empty text"
