from __future__ import annotations

import json

import pytest
from llm_context import item

from builders.backends.llm import LLMError
from builders.backends.llm.recorded import Recorded
from builders.errors import VivavoceError
from builders.step import Rejected
from builders.steps import STEPS, find_step
from builders.text.adapt import adapt
from builders.text.answer_check import answer_check
from builders.text.answerable import answerable
from builders.text.answers import plain
from builders.text.ask import as_json, as_yes_no
from builders.text.knowledge_tag import knowledge_tag
from builders.text.multiple_choice import multiple_choice, needs_options, spoken_question
from builders.text.not_maths_or_code import not_maths_or_code


def judge_or(answer: str, verdict: str):
    """A model that answers questions with ``answer`` and compares with ``verdict``."""
    return lambda text, model: verdict if "Reply with one word, yes or no" in text else answer


# adapt


def adapted(question="端午节吃什么？", answer="粽子", suitable=True):
    value = {"question": question, "answer": answer, "suitable": suitable, "why": "节日"}
    return lambda text, model: json.dumps(value, ensure_ascii=False)


def test_adapt_changes_question_and_answer_together(ask):
    row = item("感恩节吃什么？", "火鸡", "zh", spoken="感恩节吃什么")
    done = ask(adapt, row, adapted(), guidance="Mind the seasons.")
    assert (done.prompt, done.reference, done.spoken) == ("端午节吃什么？", "粽子", None)
    assert done.provenance.steps[-1].note == "节日"
    assert "Mind the seasons." in ask.server.bodies[0]["messages"][0]["content"]


def test_adapt_shows_the_turns_before(ask):
    turns = [{"from": "human", "value": "哪些城市最大？"}, {"from": "gpt", "value": "上海、北京。"}]
    row = item("第二个呢？", "北京", "zh").with_fields(Context=turns)
    done = ask(adapt, row, adapted(question="那第二个呢？", answer="北京"))
    assert "上海、北京。" in ask.server.bodies[0]["messages"][0]["content"]
    assert done.fields["Context"] == turns


def test_adapt_rejects_what_does_not_suit(ask):
    done = ask(adapt, item("x 怎么拼？", "x", "zh"), adapted(suitable=False))
    assert done == Rejected("unsuitable for the culture", "节日", review=True)


@pytest.mark.parametrize("model", [adapted(answer=None), adapted(question="长" * 100)])
def test_adapt_refuses_a_lost_answer_or_a_long_question(ask, model):
    done = ask(adapt, item("感恩节吃什么？", "火鸡", "zh"), model)
    assert done.reason == "adaptation: wrong content"


def test_adapt_can_insist_on_the_answer(ask):
    done = ask(adapt, item("感恩节吃什么？", "火鸡", "zh"), adapted(), keep_answer=True)
    assert "the answer was changed from '火鸡' to '粽子'" in done.detail


# answer check


def test_answer_check_needs_no_judge_for_equal_texts(ask):
    done = ask(answer_check, item("Capital of France?", "Paris"), judge_or("paris.", "no"))
    assert done.reference == "Paris" and len(ask.server.bodies) == 1


def test_answer_check_sends_differences_to_people(ask):
    row = item("Capital of France?", "Paris")
    assert ask(answer_check, row, judge_or("It is Paris", "Yes.")).reference == "Paris"


def test_answer_check_rejects(ask):
    done = ask(answer_check, item("Capital of France?", "Paris"), judge_or("Lyon", "no"))
    assert done.reason == "answer not confirmed" and done.review
    assert done.detail == "expected 'Paris', the model said 'Lyon'"


def test_answer_check_can_fill(ask):
    row = item("Capital of France?")
    assert ask(answer_check, row, judge_or("Paris", "no"), fill=True).reference == "Paris"
    assert ask(answer_check, row, judge_or("Paris", "no")).reason == "no expected answer"


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("The Eiffel Tower.", "eiffel tower", True),
        ("Ｐａｒｉｓ", "paris", True),
        ("well-known", "well known", True),
        ("C", "C++", False),
        ("5", "-5", False),
        ("3.5", "35", False),
        ("10", "10%", False),
    ],
)
def test_plain(one, other, equal):
    assert (plain(one) == plain(other)) is equal


# multiple choice


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


# knowledge tag, maths and code


def test_tag(ask):
    row = item("Who painted it?", "Leonardo")
    done = ask(knowledge_tag, row, lambda t, m: " Arts. ", tags={"Arts": "a", "Science": "b"})
    assert done.fields["Category"] == "Arts"
    wrong = ask(knowledge_tag, row, lambda t, m: "Painting", tags=["Arts", "Science"])
    assert wrong.reason == "tagging: wrong content"
    with pytest.raises(VivavoceError, match="two categories"):
        ask(knowledge_tag, row, lambda t, m: "x", tags=["Arts"])


@pytest.mark.parametrize(
    ("said", "reason"), [("maths", "about maths"), ("Code.", "about code"), ("other", None)]
)
def test_maths_or_code(ask, said, reason):
    done = ask(not_maths_or_code, item("Solve it."), lambda t, m: said)
    assert (done.reason if isinstance(done, Rejected) else None) == reason


# answerable


def three(text, model):
    if "Reply with one word, yes or no" in text:
        return "yes" if "Given answer: Oslo" in text else "no"
    return {"a": "Bergen", "b": "Oslo, I think", "m-llm/other": "Oslo"}[model]


def test_answerable_by_one_of_three(ask):
    row = item("Capital of Norway?", "Oslo")
    models = ["a", "b", "llm/other:"]
    done = ask(answerable, row, three, kinds=("llm", "llm/other"), models=models)
    assert done.fields["answered_by"] == ["b", "llm/other:"]
    done = ask(answerable, row, three, kinds=("llm", "llm/other"), models=models, at_least=3)
    assert done.reason == "not answerable" and "2 of 3 right" in done.detail
    assert "a: 'Bergen'" in done.detail
    assert ask(answerable, row, three, models=["a"]).reason == "not answerable"
    with pytest.raises(VivavoceError, match="at_least is 2 with 1 models"):
        ask(answerable, row, three, models=["a"], at_least=2)


# what all of them share


def test_every_answer_is_kept(ask):
    row = item("Solve it.")
    ask(not_maths_or_code, row, lambda t, m: "other")
    ask(not_maths_or_code, row, lambda t, m: "other")
    assert ask.ctx.found == {"llm": 1} and ask.ctx.made == {}
    assert not ask.server.bodies


def test_a_passing_trouble_is_no_rejection(tmp_path):
    """Another run may succeed, so the row must not be written off."""
    from llm_context import llm_context

    with llm_context(tmp_path, lambda t, m: "other") as (ctx, server):
        server.plan = lambda prompt, attempt: "500"
        with pytest.raises(LLMError, match="server error") as caught:
            not_maths_or_code.function(item("x"), ctx)
        assert caught.value.transient


def test_recorded_answers_are_not_shadowed_by_the_store(tmp_path, ask):
    from llm_context import llm_context

    from builders.backends.llm.record import missing_lines, record_by_hand

    file = tmp_path / "a.jsonl"
    file.touch()
    with llm_context(tmp_path, lambda t, m: "") as (ctx, _):
        for said, reason in (("maths", "about maths"), ("code", "about code")):
            ctx._loaded["llm"] = Recorded(file=file)
            if said == "maths":
                with pytest.raises(LLMError, match="has no answer for prompt"):
                    not_maths_or_code.function(item("x"), ctx)
                record_by_hand(file, [{"key": missing_lines(file)[0]["key"], "answer": said}])
            else:
                file.write_text(file.read_text().replace('"maths"', '"code"'))
            ctx._loaded["llm"] = Recorded(file=file)
            assert not_maths_or_code.function(item("x"), ctx).reason == reason


@pytest.mark.parametrize(
    ("text", "value"), [("Yes.", True), ("no, it is not", False), ("是的", True), ("**No**", False)]
)
def test_yes_no(text, value):
    assert as_yes_no(text) is value


@pytest.mark.parametrize("text", ["", "Nothing", "Yesterday", "maybe yes"])
def test_neither_yes_nor_no(text):
    with pytest.raises(ValueError):
        as_yes_no(text)


def test_json_in_an_answer():
    assert as_json('Here: ```json\n{"a": [1]}\n``` done') == {"a": [1]}
    assert as_json('Sure! [{"b": 2}] I hope') == [{"b": 2}]
    for text in ("no", '{"a": '):
        with pytest.raises(ValueError):
            as_json(text)


@pytest.mark.parametrize("name", [n for n, m in STEPS.items() if m.startswith("builders.text.")])
def test_registered_under_its_name(name):
    assert find_step(name).name == name
