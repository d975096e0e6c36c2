from __future__ import annotations

import json

import pytest
from llm_context import item

from builders.stage.overrule import hear_person
from builders.step import Rejected

ROW = item("What is red?", "A colour")


def edit(seen, text):
    return {"id": "r1", "decision": "edit", "seen": seen, "text": text}


@pytest.fixture
def hear(tmp_path):
    """A step that passes blue alone, under some decisions; gives its outcome."""

    def check(row):
        if "blue" in row.prompt:
            return [row]
        return [Rejected("not blue", row.prompt, review=True, item=row)]

    def run(*decisions):
        file = tmp_path / "decisions.jsonl"
        file.write_text("".join(json.dumps(each) + "\n" for each in decisions))
        (outcome,) = check(ROW)
        (heard,) = hear_person(outcome, ROW, file, check)
        return heard

    return run


def test_what_came_of_an_edit_can_be_accepted(hear):
    accept = {"id": "r1", "decision": "accept", "seen": "What is green?"}
    assert hear(edit(ROW.prompt, "What is green?"), accept).prompt == "What is green?"


def test_what_came_of_an_edit_can_be_rejected(hear):
    reject = {"id": "r1", "decision": "reject", "seen": "What is green?"}
    assert hear(edit(ROW.prompt, "What is green?"), reject).reason == "rejected by a person"


def test_what_came_of_an_edit_can_be_edited(hear):
    edits = edit(ROW.prompt, "What is green?"), edit("What is green?", "What is blue?")
    assert hear(*edits).prompt == "What is blue?"


def test_an_edit_and_its_return_end(hear):
    edits = edit(ROW.prompt, "What is green?"), edit("What is green?", ROW.prompt)
    assert hear(*edits).reason == "not blue"
