from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from evaluation.contracts import Judgement, Row
from evaluation.judges.entry import Entry, answer_hash, key_of
from evaluation.run.folder import Key

KEY = Key("alpacaeval", "test", "a-1")


@pytest.mark.parametrize(
    "judgement",
    [
        Judgement("a-1", "score", "j@1", score=0.0, raw="0", reason="因为"),
        Judgement("a-1", "repair", "j@1", category="other"),
        Judgement("a-1", "score", "j@1", error="unparsed", raw="perhaps"),
    ],
)
@pytest.mark.parametrize("transient", [True, False])
def test_a_line_gives_the_entry_back(judgement: Judgement, transient: bool) -> None:
    details = {"prompt": "p@1", "votes": [1, 2]}
    entry = Entry(KEY, judgement, "abc", "def", details, transient)
    assert Entry.load(json.loads(json.dumps(entry.line()))) == entry


def test_a_line_leaves_out_what_was_not_said() -> None:
    entry = Entry(KEY, Judgement("a-1", "correct", "lexical@1", category="yes"), "abc")
    assert entry.line() == {
        "config": "alpacaeval",
        "split": "test",
        "id": "a-1",
        "task": "correct",
        "judge": "lexical@1",
        "category": "yes",
        "by": {"answer": "abc", "asked": ""},
    }


def test_reading_does_not_change_the_line() -> None:
    line = Entry(KEY, Judgement("a-1", "score", "j"), "abc", transient=True).line()
    before = json.dumps(line)
    Entry.load(line)
    assert json.dumps(line) == before


def test_the_key_of_a_row(make_row: Callable[..., Row]) -> None:
    assert key_of(make_row("a-1", config="alpacaeval")) == KEY


def test_another_answer_has_another_hash(make_row: Callable[..., Row]) -> None:
    plain = make_row(text="Yes.")
    assert plain.response is not None
    spoken = replace(plain, response=replace(plain.response, audio="audio/a.flac"))
    others = make_row(text="No."), spoken, make_row(text="audio/a.flac")
    hashes = [answer_hash(row) for row in (plain, *others)]
    assert len(set(hashes)) == 4 and {len(h) for h in hashes} == {16}
    # Times and what was recognised are not what is judged.
    timed = make_row("other", text="Yes.", asr="yes", seconds=2.0)
    assert answer_hash(timed) == answer_hash(plain)


def test_no_answer_has_one_hash_and_odd_text_can_be_hashed(make_row: Callable[..., Row]) -> None:
    nothing = {
        answer_hash(make_row(**how))
        for how in ({"respond": False}, {"text": None}, {"text": " "}, {"error": "timeout"})
    }
    assert len(nothing) == 1
    assert len(answer_hash(make_row(text="\ud800"))) == 16
