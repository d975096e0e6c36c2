from __future__ import annotations

import json

import pytest
from llm_context import item

from builders.errors import VivavoceError
from builders.step import Rejected
from builders.text.review import decided, read_decisions, review


@pytest.fixture
def decide(tmp_path):
    file = tmp_path / "review.jsonl"

    def write(*decisions):
        file.write_text("".join(json.dumps(d, ensure_ascii=False) + "\n" for d in decisions))
        return str(file)

    return write


def apply(row, file):
    return review.function(row, None, file=file)


def test_no_file_and_no_decision(decide, tmp_path):
    row = item("x")
    assert apply(row, str(tmp_path / "none.jsonl")) is row
    assert apply(row, decide({"id": "other", "decision": "reject"})) is row


def test_reject(decide):
    done = apply(item("x"), decide({"id": "r1", "decision": "reject", "note": "rude"}))
    assert done == Rejected("rejected by a person", "rude")


def test_accept_stands_in_the_provenance(decide):
    done = apply(item("x"), decide({"id": "r1", "decision": "accept", "by": "wl"}))
    assert decided(done) == {"decision": "accept", "by": "wl"}
    assert decided(item("x")) is None


def test_edit_prompt_clears_the_old_spoken_form(decide):
    file = decide({"id": "r1", "decision": "edit", "text": "new", "reference": "answer"})
    done = apply(item("old", spoken="old"), file)
    assert (done.prompt, done.spoken, done.reference) == ("new", None, "answer")


def test_edit_spoken_alone(decide):
    file = decide({"id": "r1", "decision": "edit", "text": "five", "field": "spoken"})
    done = apply(item("5", spoken="fife"), file)
    assert (done.prompt, done.spoken) == ("5", "five")


def test_retake(decide):
    assert decided(apply(item("x"), decide({"id": "r1", "decision": "retake"})))["take"] == 1
    file = decide({"id": "r1", "decision": "retake", "take": 4})
    assert decided(apply(item("x"), file))["take"] == 4


def test_the_latest_decision_counts(decide):
    file = decide({"id": "r1", "decision": "reject"}, {"id": "r1", "decision": "accept"})
    assert decided(apply(item("x"), file))["decision"] == "accept"


def test_a_decision_on_an_earlier_text_no_longer_counts(decide):
    file = decide({"id": "r1", "decision": "reject", "seen": "old text"})
    done = apply(item("new text"), file)
    assert done.prompt == "new text" and decided(done) is None
    assert "earlier text" in done.provenance.steps[-1].note
    assert isinstance(apply(item("old text"), file), Rejected)


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("{", "line 2: not JSON"),
        ('{"id": "a", "decision": "maybe"}', "line 2: decision"),
        ('{"id": "a", "decision": "edit"}', "an edit needs the new text"),
        ('{"id": "a", "decision": "accept", "txet": "x"}', "txet"),
    ],
)
def test_a_malformed_line_is_named(tmp_path, line, error):
    file = tmp_path / "review.jsonl"
    file.write_text('{"id": "b", "decision": "accept"}\n' + line + "\n")
    with pytest.raises(VivavoceError, match=error):
        read_decisions(file)


def test_a_line_separator_inside_a_text(decide):
    file = decide({"id": "r1", "decision": "edit", "text": "one\u2028two"})
    assert apply(item("x"), file).prompt == "one\u2028two"
