from __future__ import annotations

import json

import pytest
from chat_server import ChatServer
from typer.testing import CliRunner

from builders.backends.llm import LLMError, Request
from builders.backends.llm.record import missing_lines, record_by_hand
from builders.backends.llm.recorded import Recorded
from builders.cli.llm import app
from builders.errors import VivavoceError


def ask(llm: Recorded, text: str, **settings) -> str:
    return llm.chat([{"role": "user", "content": text}], item="r1", template="t@1", **settings)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "answers.jsonl"
    path.touch()
    return path


def test_a_miss_shows_the_prompt_and_how_to_record_it(file):
    llm = Recorded(file=file)
    with pytest.raises(LLMError) as caught:
        ask(llm, "What is red?")
    text = str(caught.value)
    assert caught.value.kind == "not recorded"
    assert "row 'r1'" in text and "user: What is red?" in text and "t@1" in text
    assert f"vivavoce llm record {file} --base-url" in text


def test_recorded_by_hand_then_replayed(file):
    llm = Recorded(file=file)
    for _ in range(2):
        with pytest.raises(LLMError):
            ask(llm, "What is red?", temperature=0)
    lines = missing_lines(file)
    assert [line["item"] for line in lines] == ["r1"]
    assert record_by_hand(file, [{"key": lines[0]["key"][:8], "answer": "A colour."}]) == 1
    assert missing_lines(file) == []
    again = Recorded(file=file)
    assert ask(again, "What is red?", temperature=0) == "A colour."
    assert again.revision != llm.revision
    assert again.totals().stored == 1
    line = json.loads(file.read_text())
    assert line["prompt"] == "user: What is red?" and line["recorded_from"] == "by hand"


@pytest.mark.parametrize("change", [{"temperature": 1}, {"template": "t@2"}, {"text": "other"}])
def test_the_key_covers_settings_template_and_messages(file, change):
    def request(text="x", template="t@1", temperature=0):
        messages = [{"role": "user", "content": text}]
        return Request("r", messages, {"temperature": temperature}, template)

    llm = Recorded(file=file)
    assert llm.key(request()) != llm.key(request(**change))
    assert llm.key(request()) != Recorded(file=file, model="other").key(request())


def test_recording_from_a_live_model(file):
    llm = Recorded(file=file)
    for number in range(5):
        with pytest.raises(LLMError):
            ask(llm, f"q {number}")
    plan = lambda prompt, attempt: "400" if prompt == "q 3" else "good"  # noqa: E731
    with ChatServer(plan=plan) as server:
        command = ["record", str(file), "--base-url", server.url, "--model", "m"]
        result = CliRunner().invoke(app, [*command, "--api-key-env", ""])
    assert result.exit_code == 1, result.output
    assert "request refused" in result.output and "4 recorded" in result.output
    assert "1 still missing" in result.output
    again = Recorded(file=file)
    assert ask(again, "q 4") == "answer to q 4"
    assert [line["messages"][0]["content"] for line in missing_lines(file)] == ["q 3"]
    listed = CliRunner().invoke(app, ["list", str(file)])
    assert "→ answer to q 4" in listed.output and "4 recorded, 1 missing" in listed.output


def test_a_damaged_line_is_named(file):
    file.write_text('{"key": "a"\n')
    with pytest.raises(VivavoceError, match=r"answers\.jsonl, line 1: not JSON"):
        Recorded(file=file)


def test_an_ambiguous_key_is_refused(file):
    llm = Recorded(file=file)
    for number in range(2):
        with pytest.raises(LLMError):
            ask(llm, f"q {number}")
    with pytest.raises(VivavoceError, match="fits 2 of the 2 missing"):
        record_by_hand(file, [{"key": "", "answer": "x"}])
    assert file.read_text() == ""


@pytest.mark.parametrize("wrong", [{"answer": 8}, {"answer": None}, {"key": 5}, {}])
def test_an_answer_that_is_no_text_is_refused(file, wrong):
    llm = Recorded(file=file)
    with pytest.raises(LLMError):
        ask(llm, "q")
    given = {"key": missing_lines(file)[0]["key"], "answer": "x", **wrong} if wrong else {}
    with pytest.raises(VivavoceError, match="needs a key and an answer"):
        record_by_hand(file, [given])
    assert file.read_text() == ""


def test_a_last_line_without_an_end_is_no_part_of_the_next(file):
    for text in ("one", "two"):
        with pytest.raises(LLMError):
            ask(Recorded(file=file), text)
        record_by_hand(file, [{"key": missing_lines(file)[0]["key"], "answer": text}])
        file.write_text(file.read_text().rstrip("\n"))
    assert [ask(Recorded(file=file), text) for text in ("one", "two")] == ["one", "two"]


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(VivavoceError, match="does not exist"):
        Recorded(file=tmp_path / "none.jsonl")
