from __future__ import annotations

import json

import pytest
from llm_context import item, judge_or

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
from builders.text.not_maths_or_code import not_maths_or_code

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
