from __future__ import annotations

import pytest
from llm_context import item, judge_or

from builders.text.multiple_choice import multiple_choice, needs_options, spoken_question


def choice(prompt="Where do fish live?", language="en", texts=("trees", "water", "sand")):
    options = [{"label": c, "text": t} for c, t in zip("ABC", texts, strict=True)]
    return item(prompt, "B", language, fields={"options": options, "answer_key": "B"})


def test_free_where_the_free_answer_matches(ask):
    done = ask(multiple_choice, choice(), judge_or("In water", "yes"))
    assert (done.prompt, done.reference) == ("Where do fish live?", "water")
    assert done.fields["choice_form"] == "free"
    asked = ask.server.bodies[0]["messages"][0]["content"]
    assert "trees" not in asked and "water" not in asked


def test_spoken_where_it_does_not(ask):
    done = ask(multiple_choice, choice(), judge_or("In trees", "no"))
    assert done.prompt == "Where do fish live? trees, water, or sand?"
    assert done.reference == "water" and done.fields["choice_form"] == "spoken"
    assert done.fields["bare_question"] == "Where do fish live?"


def test_free_only_rejects(ask):
    done = ask(multiple_choice, choice(), judge_or("In trees", "no"), mode="free")
    assert done.reason == "free answer differs" and "'In trees'" in done.detail


def test_spoken_by_choice_asks_no_model(ask):
    done = ask(multiple_choice, choice(), judge_or("x", "no"), mode="spoken")
    assert done.fields["choice_form"] == "spoken" and not ask.server.bodies


def test_a_question_about_its_options(ask):
    row = choice("Which of the following is wet?")
    assert ask(multiple_choice, row, judge_or("water", "yes"), mode="free").reason == (
        "needs its options"
    )
    assert not ask.server.bodies


@pytest.mark.parametrize(
    ("question", "needs"),
    [
        ("下列哪项是水果？", True),
        ("以下说法正确的是", True),
        ("中国的首都是哪里？", False),
        ("Which of these can fly?", True),
        ("Which planet is largest?", False),
    ],
)
def test_needs_options(question, needs):
    assert needs_options(question) is needs


@pytest.mark.parametrize(
    ("last", "language"), [("All of the above.", "en"), ("None of these", "en"), ("以上都是", "zh")]
)
def test_an_option_that_means_the_others_keeps_them(ask, last, language):
    row = choice("Mammals are", language, ("dogs", last, "cats"))
    done = ask(multiple_choice, row, judge_or("dogs and cats", "yes"))
    assert done.fields["choice_form"] == "spoken" and not ask.server.bodies


@pytest.mark.parametrize("option", ["Both A and B", "A和C", "B、C", "A, B, and C", "A or B"])
@pytest.mark.parametrize("mode", ["auto", "spoken"])
def test_an_option_that_names_letters_cannot_be_spoken(ask, option, mode):
    row = choice("Mammals are", "en", ("dogs", option, "cats"))
    done = ask(multiple_choice, row, judge_or("dogs and cats", "yes"), mode=mode)
    assert done.reason == "an option names others by letter"


@pytest.mark.parametrize(
    "option", ["DNA、蛋白质", "A major scale", "AND gate", "B cells", "E，G，I，F，H"]
)
def test_an_option_that_begins_with_a_capital_names_no_letter(ask, option):
    row = choice("What?", "en", ("dogs", option, "cats"))
    assert ask(multiple_choice, row, judge_or("x", "no"), mode="spoken").reference == option


def test_an_empty_option_is_none(ask):
    row = choice("What?", "en", ("dogs", "cats", " "))
    assert ask(multiple_choice, row, judge_or("x", "no")).reason == "an empty option"


@pytest.mark.parametrize(
    ("question", "options", "language", "spoken"),
    [
        ("鱼住在（ ）", ["树上", "水里。", "沙里"], "zh", "鱼住在什么？树上、水里还是沙里？"),
        ("鱼住在哪里？", ["树上", "水里"], "zh", "鱼住在哪里？树上还是水里？"),
        ("Fish live in ____.", ["air", "water."], "en", "Fish live in blank? air or water?"),
        ("Who?", ["a", "b", "c", "d"], "en", "Who? a, b, c, or d?"),
        ("What does f() give?", ["a\nb", "c"], "en", "What does f() give? a b or c?"),
    ],
)
def test_spoken_options(question, options, language, spoken):
    assert spoken_question(question, options, language) == spoken


def test_no_options(ask):
    assert ask(multiple_choice, item("x"), judge_or("x", "no")).reason == "no options"
