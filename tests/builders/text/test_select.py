from __future__ import annotations

import random

import pytest
from llm_context import item

from builders.errors import VivavoceError
from builders.text.select import by_fields, select
from builders.text.word_limit import count_words, word_limit


def rows(n=60):
    return [
        item("x", id=f"r{i}", fields={"Source": "ab"[i % 2], "Category": "xyz"[i % 3]})
        for i in range(n)
    ]


def test_counts_by_source_and_category():
    found = select(rows(), {"a/x": 3, "b/z": 2}, seed=1)
    groups = [f"{r.fields['Source']}/{r.fields['Category']}" for r in found.chosen]
    assert sorted(groups) == ["a/x"] * 3 + ["b/z"] * 2
    assert len(found.left) == 55 and not found.short
    assert [r.id for r in found.chosen] == sorted(
        (r.id for r in found.chosen), key=lambda i: int(i[1:])
    )


def test_the_choice_depends_on_seed_and_id_alone():
    chosen = {r.id for r in select(rows(), {"a/x": 3}, seed=1).chosen}
    mixed = rows()
    random.Random(0).shuffle(mixed)
    assert {r.id for r in select(mixed, {"a/x": 3}, seed=1).chosen} == chosen
    others = [r for r in rows() if r.id in chosen or r.fields["Source"] == "b"]
    assert {r.id for r in select(others, {"a/x": 3}, seed=1).chosen} == chosen
    assert chosen < {r.id for r in select(rows(), {"a/x": 5}, seed=1).chosen}
    assert {r.id for r in select(rows(), {"a/x": 3}, seed=2).chosen} != chosen


def test_a_short_group_is_told():
    found = select(rows(6), {"a/x": 5, "c/x": 1}, seed=1)
    assert found.short == {"a/x": (1, 5), "c/x": (0, 1)}
    with pytest.raises(VivavoceError, match="'a/x' has 1 of 5"):
        select(rows(6), {"a/x": 5}, seed=1, strict=True)


def test_other_groups_and_double_ids():
    found = select(rows(), {"a": 4}, seed=1, group_by=by_fields("Source"))
    assert len(found.chosen) == 4
    with pytest.raises(VivavoceError, match="'r1' occurs more than once"):
        select([item("x"), item("y")], {}, seed=1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("one two  three\nfour", 4),
        ("well-known isn't U.S. 3.5", 4),
        ("- a * b —", 2),
        ("今天天气，好吗？", 6),
        ("用 Python 写", 3),
    ],
)
def test_words(text, words):
    assert count_words(text) == words


def test_word_limit():
    at, under = item("word " * 50), item("word " * 49)
    assert word_limit.function(under, None) is under
    rejected = word_limit.function(at, None)
    assert rejected.reason == "too many words"
    assert rejected.detail == "50 words, fewer than 50 are allowed"
