from __future__ import annotations

import json
import re

import numpy as np
import pytest
from llm_context import item, llm_context

from builders.errors import VivavoceError
from builders.step import Rejected
from builders.text.entities import assign, entities, replace_all
from builders.text.entity_finders import Entity
from builders.text.entity_table import load_table

TABLE = load_table()


def entry(text, kind="person", gender="female", replaceable=True):
    return {"text": text, "kind": kind, "gender": gender, "replaceable": replaceable}


@pytest.mark.weights
def test_question_answer_and_context_stay_in_step(tmp_path):
    row = item("玛丽比约翰大两岁，约翰今年十岁，玛丽几岁？", "玛丽十二岁", "zh",
               fields={"Context": [{"from": "user", "value": "约翰和玛丽是朋友。"}]})  # fmt: skip
    found = [entry("玛丽"), entry("约翰", gender="male")]
    answer = json.dumps(found)
    with llm_context(tmp_path, lambda text, model: answer, tagger="lac") as (ctx, _):
        done = entities.function(row, ctx, fields=["Context"])
        again = entities.function(row, ctx, fields=["Context"])
    woman, man = done.reference.removesuffix("十二岁"), done.prompt.split("比")[1].split("大")[0]
    assert woman in TABLE.alternatives("person", "female")
    assert man in TABLE.alternatives("person", "male")
    assert done.prompt == f"{woman}比{man}大两岁，{man}今年十岁，{woman}几岁？"
    assert done.fields["Context"][0] == {"from": "user", "value": f"{man}和{woman}是朋友。"}
    assert f"玛丽 → {woman}" in done.provenance.steps[-1].note
    assert again.prompt == done.prompt


def test_facts_are_left_alone(ask):
    row = item("爱因斯坦在哪个国家出生？", "德国", "zh")
    found = [entry("爱因斯坦", gender="male"), entry("德国", "place", None, False)]
    done = ask(entities, row, lambda text, model: json.dumps(found))
    assert (done.prompt, done.reference) == (row.prompt, row.reference)


@pytest.mark.parametrize(
    "answer",
    [
        "none",
        '{"a": 1}',
        json.dumps([entry("皮埃尔")]),
        json.dumps([entry("玛丽", kind="fruit")]),
        json.dumps([{"text": "玛丽", "kind": "person", "gender": "female"}]),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(ask, answer):
    done = ask(entities, item("玛丽几岁？", language="zh"), lambda text, model: answer)
    assert isinstance(done, Rejected) and done.reason == "entities: wrong content"


def test_a_name_inside_a_longer_one():
    found = [
        Entity("约翰", "person", "male", True),
        Entity("约翰内斯堡", "place"),
        Entity("汤姆·汉森", "person", "male", True),
        Entity("汤姆", "person", "male", True),
    ]
    text = "约翰住在约翰内斯堡，汤姆·汉森也是。汤姆说汉森是姓。"
    mapping = assign(found, TABLE, text, np.random.default_rng(1))
    assert mapping["约翰内斯堡"] == "约翰内斯堡"
    assert mapping["汤姆"] == mapping["汤姆·汉森"] == mapping["汉森"]
    assert mapping["约翰"] != mapping["汤姆"]
    a, b = mapping["约翰"], mapping["汤姆"]
    assert replace_all(text, mapping) == f"{a}住在约翰内斯堡，{b}也是。{b}说{b}是姓。"


def test_no_replacement_that_the_row_has_already():
    women = TABLE.alternatives("person", "female")
    text = "玛丽认识" + "、".join(women[1:])
    found = [Entity("玛丽", "person", "female", True)]
    assert assign(found, TABLE, text, np.random.default_rng(0)) == {"玛丽": women[0]}
    with pytest.raises(LookupError):
        assign(found, TABLE, text + women[0], np.random.default_rng(0))


def test_a_replacement_is_not_replaced_again():
    assert replace_all("甲一乙一", {"甲一": "乙一", "乙一": "丙一"}) == "乙一丙一"


@pytest.mark.weights
def test_a_name_of_one_character_is_left_alone_inside_other_words(tmp_path):
    row = item("简买了一件很简单的衣服，本送给简一本书，乔和丹在跑步。", "简", "zh")
    names = [entry("简"), *(entry(name, gender="male") for name in "本乔丹")]
    with llm_context(tmp_path, lambda text, model: json.dumps(names), tagger="lac") as (ctx, _):
        done = entities.function(row, ctx)
        assert "很简单的衣服" in done.prompt and "一本书" in done.prompt
        woman = done.reference
        assert done.prompt.startswith(woman) and done.prompt.count(woman) == 2
        assert "乔和丹" not in done.prompt and "和" in done.prompt
        lost = entities.function(item("这很简单，一本书。", None, "zh"), ctx)
    assert isinstance(lost, Rejected) and lost.reason == "entities: wrong content"


@pytest.mark.weights
def test_a_name_that_is_no_word_of_its_own_is_for_a_person(tmp_path):
    row = item("这件事很简单吗？", None, "zh")
    answer = json.dumps([entry("简")])
    with llm_context(tmp_path, lambda text, model: answer, tagger="lac") as (ctx, _):
        done = entities.function(row, ctx)
    assert isinstance(done, Rejected) and done.review
    assert done.reason == "a name cannot be told from other words"


@pytest.mark.weights
def test_the_embedded_tagger_finds_known_names(tmp_path):
    row = item("玛丽和约翰一起去北京旅游，玛丽买了三个苹果，约翰买了两个，一共几个？", "五个", "zh")
    with llm_context(tmp_path, lambda text, model: "", tagger="lac") as (ctx, server):
        done = entities.function(row, ctx, finder="tagger")
        assert not server.bodies
    assert "玛丽" not in done.prompt and "约翰" not in done.prompt and "北京" in done.prompt
    assert done.prompt.count(done.prompt.split("和")[0]) == 2


@pytest.mark.weights
@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("汤姆比玛丽高，玛丽家有三只猫。汤姆家呢？", "比高，家有三只猫。家呢？"),
        ("小汤姆和玛丽夫人说话，汤姆说什么？", "小和夫人说话，说什么？"),
        ("汤姆用马克笔给玛丽写信，马克也写。", "用马克笔给写信，也写。"),
        ("约翰住在约翰内斯堡。", "住在约翰内斯堡。"),
    ],
)
def test_the_tagger_finds_names_with_words_beside_them(tmp_path, question, left):
    with llm_context(tmp_path, lambda text, model: "", tagger="lac") as (ctx, _):
        done = entities.function(item(question, None, "zh"), ctx, finder="tagger")
    new = sorted(
        (name for group in TABLE.kinds["person"].values() for name in group), key=len, reverse=True
    )
    assert re.sub("|".join(new), "", done.prompt) == left


@pytest.mark.weights
@pytest.mark.parametrize(
    "question", ["约翰·史密斯买了牛奶，约翰高兴吗？", "查理一世是谁的儿子？查理不知道。"]
)
def test_a_longer_name_that_may_be_the_same_person_is_for_a_person(tmp_path, question):
    with llm_context(tmp_path, lambda text, model: "", tagger="lac") as (ctx, _):
        done = entities.function(item(question, None, "zh"), ctx, finder="tagger")
    assert isinstance(done, Rejected) and done.review


def test_the_table_is_sound(tmp_path):
    for kind, names in TABLE.known.items():
        assert kind in TABLE.kinds
        for gender, group in names.items():
            assert TABLE.alternatives(kind, gender)
            assert not set(group) & TABLE.keep
    bad = tmp_path / "t.yaml"
    bad.write_text("version: 1\nkinds: {city: [a, a]}\nknown: {}\n")
    with pytest.raises(VivavoceError, match="a stands there twice"):
        load_table(bad)
