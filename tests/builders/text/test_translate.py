from __future__ import annotations

import json

import pytest
from llm_context import item

from builders.errors import VivavoceError
from builders.step import Rejected
from builders.text.translate import check_translation, translate

ZH = {
    "Which river flows through London?": "哪条河流经伦敦？",
    "The Thames": "泰晤士河",
    "hello there": "你好",
}


def test_qwen_mt_gets_one_text_a_call_with_its_options(ask):
    row = item("Which river flows through London?", "The Thames")
    done = ask(
        translate,
        row,
        lambda text, model: ZH[text],
        terms={"Thames": "泰晤士河", "Seine": "塞纳河"},
        domains="spoken questions",
        model="qwen-mt-plus",
    )
    assert (done.prompt, done.reference, done.language) == ("哪条河流经伦敦？", "泰晤士河", "zh")
    assert done.fields["source_prompt"] == row.prompt
    bodies = {b["messages"][0]["content"]: b for b in ask.server.bodies}
    assert len(bodies) == 2 and all(len(b["messages"]) == 1 for b in bodies.values())
    assert bodies["The Thames"]["model"] == "qwen-mt-plus"
    assert bodies["The Thames"]["translation_options"] == {
        "source_lang": "English",
        "target_lang": "Chinese",
        "terms": [{"source": "Thames", "target": "泰晤士河"}],
        "domains": "spoken questions",
    }
    assert "terms" not in bodies[row.prompt]["translation_options"]
    record = done.provenance.steps[-1]
    assert (record.step, record.model) == ("translate", "qwen-mt-plus")


def test_chat_keeps_a_row_together(ask):
    row = item("Which river flows through London?", "The Thames", fields={"Context": [
        {"from": "user", "value": "hello there"}, {"from": "user", "value": "hello there"},
    ]})  # fmt: skip

    def answer(text, model):
        keys = json.loads(text[text.index("{") : text.rindex("}") + 1])
        return "```json\n" + json.dumps({k: ZH[v] for k, v in keys.items()}) + "\n```"

    done = ask(translate, row, answer, style="chat", fields=["Context"])
    assert done.fields["Context"] == [{"from": "user", "value": "你好"}] * 2
    assert done.reference == "泰晤士河"
    assert len(ask.server.bodies) == 1
    assert done.provenance.steps[-1].prompt_hash


def test_an_answer_in_english_is_asked_again_and_then_rejected(ask):
    row = item("Which river flows through London?")
    done = ask(translate, row, lambda text, model: "The Thames flows through London.")
    assert isinstance(done, Rejected) and done.reason == "translation: wrong content"
    assert "no Chinese" in done.detail and done.review
    assert len(ask.server.bodies) == 3


def test_a_row_in_the_target_language_passes(ask):
    row = item("你好", language="zh")
    assert ask(translate, row, lambda text, model: "x") is row


def test_unknown_style(ask):
    with pytest.raises(VivavoceError, match="unknown style 'qwen'"):
        ask(translate, item("x"), lambda text, model: "x", style="qwen")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("How many people live in Oslo?", ""),
        ("How many people live in Oslo?", "About seven hundred thousand"),
        ("How many people live in Oslo?", "奥斯陆" * 60),
        ("How many people live in the city of Oslo today, and how many in 1900?", "奥"),
    ],
)
def test_what_is_no_translation(source, text):
    with pytest.raises(ValueError):
        check_translation(source, "zh", text)


def test_a_name_may_stay_latin():
    assert check_translation("DNA", "zh", "DNA") == "DNA"


def test_a_term_counts_only_as_a_word(ask):
    row = item("Which river flows through London?", "The Thames")
    ask(translate, row, lambda text, model: ZH[text], terms={"The": "那", "row": "行", "low": "低"})
    options = [b["translation_options"] for b in ask.server.bodies]
    assert [o["terms"] for o in options if "terms" in o] == [[{"source": "The", "target": "那"}]]
