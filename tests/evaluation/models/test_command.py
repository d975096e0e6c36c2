"""A program in an environment of its own, and every way it can fail."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import venv
from pathlib import Path

import pytest

from builders.errors import VivavoceError
from evaluation.models import load_model

PROGRAM = """
import json, sys, time, wave
for line in sys.stdin:
    question = json.loads(line)
    frames = wave.open(question["audio"]).getnframes() if question["audio"] else 0
    what = question["text"] or ""
    if what == "crash": sys.exit("out of memory")
    if what == "silence": time.sleep(60)
    if what == "garbage": print("### not json", flush=True)
    answer = {"id": question["id"], "text": f"{frames} {what}", "seconds": 0.5}
    if what != "garbage": print(json.dumps(answer), flush=True)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> str:
    """The interpreter of a bare virtual environment, which has none of our packages."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False)
    found = folder / "bin" / "python"
    other = subprocess.run([found, "-c", "import numpy"], capture_output=True)
    assert other.returncode != 0, "the environment is not another one"
    return str(found)


@pytest.fixture
def program(tmp_path, python):
    def make(text: str = PROGRAM, **options):
        path = tmp_path / "program.py"
        path.write_text(text, encoding="utf-8")
        given = {"command": [python, str(path)], "timeout": 1.5, "start_timeout": 20, **options}
        return load_model("command", given)

    return make


def ask(model, questions) -> dict[str, str]:
    found = {}
    for question, answer in model.answers(questions):
        found[question.id] = answer.error or answer.text
    model.close()
    return found


def test_a_program_of_ten_lines_answers(program, make_question):
    model = program()
    [(_, answer)] = model.answers([make_question(seconds=0.1, text="yes")])
    model.close()
    assert (answer.text, answer.seconds, answer.error) == ("1600 yes", 0.5, None)
    assert model.revision == "python"


def test_crash_silence_and_garbage_are_told_by_row_and_the_rest_goes_on(program, make_question):
    texts = ["one", "crash", "two", "garbage", "three", "silence", "four"]
    found = ask(program(), [make_question(t, text=t) for t in texts])
    assert [found[t] for t in ("one", "two", "three", "four")] == [
        "1600 one", "1600 two", "1600 three", "1600 four",
    ]  # fmt: skip
    assert found["crash"] == ("crash: the program ended with code 1; standard error: out of memory")
    assert found["garbage"] == (
        "garbage: the program wrote a line that is no JSON object: '### not json'"
    )
    assert found["silence"] == "silence: no answer within 1.5 s"


def test_a_slow_start_is_told_and_a_start_with_chatter_is_not_an_error(program, make_question):
    slow = "import time; time.sleep(30)" + PROGRAM
    found = ask(program(slow, start_timeout=0.5), [make_question("a")])
    assert found == {"a": "silence: no answer within 0.5 s of its start"}
    chatty = "print('Loading checkpoint shards', flush=True)" + PROGRAM
    assert ask(program(chatty), [make_question("a", text="x")]) == {"a": "1600 x"}
    waiting = (
        "import time, json; print('x'); time.sleep(2)\n"
        "print(json.dumps({'ready': True}), flush=True)" + PROGRAM.replace(', "seconds": 0.5', "")
    )
    model = program(waiting)
    [(_, answer)] = model.answers([make_question(text="x")])
    model.close()
    assert answer.text == "1600 x" and answer.seconds < 1.5


def test_a_program_that_only_writes_garbage_stops_the_run(program, make_question):
    text = "import sys, time\nprint('hello', flush=True)\ntime.sleep(9)"
    model = program(text, start_timeout=0.3, restarts=1)
    answers = model.answers([make_question(f"r{n}") for n in range(5)])
    first = next(answers)[1].error
    assert first.startswith(
        "silence: no answer within 0.3 s of its start; garbage: it wrote 1 lines"
    )
    assert "'hello'" in first
    with pytest.raises(VivavoceError, match="failed 2 times in a row"):
        list(answers)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": ID}', "without text and audio"),
        ('{"id": ID, "text": 3}', "no string"),
        ('{"id": ID, "text": "a", "seconds": "soon"}', "seconds is no number"),
        ('{"id": ID, "text": "a", "first_token": true}', "first_token is no number"),
        ('{"id": ID, "audio": "/nowhere.wav"}', "audio cannot be read"),
        ('{"id": ID, "error": "too long"}', "the program reports: too long"),
    ],
)
def test_unusable_answers(program, make_question, line, message):
    text = (
        "import json, sys\nfor line in sys.stdin:\n"
        f"    print({line!r}.replace('ID', json.dumps(json.loads(line)['id'])), flush=True)\n"
    )
    assert message in ask(program(text), [make_question("a")])["a"]


def test_a_program_that_does_not_exist(make_question):
    model = load_model("command", {"command": "/nowhere/python x.py"})
    with pytest.raises(VivavoceError, match="cannot be started"):
        list(model.answers([make_question()]))


def test_speech_of_a_program(program, make_question, tmp_path):
    text = (
        "import json, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n"
        "    print(json.dumps({'id': q['id'], 'audio': q['audio']}), flush=True)\n"
    )
    model = program(text)
    [(_, answer)] = model.answers([make_question(seconds=0.25)])
    model.close()
    assert answer.speech.sampling_rate == 16_000 and answer.speech.seconds == 0.25


def test_its_interpreter_is_not_ours(python):
    assert Path(python).resolve() != Path(sys.prefix)


def test_what_a_script_started_ends_with_it(program, make_question, tmp_path, python):
    path = tmp_path / "program.py"
    path.write_text("import os\nprint(os.getpid(), flush=True)" + PROGRAM, encoding="utf-8")
    script = tmp_path / "run.sh"
    script.write_text(f"#!/bin/sh\n{python} {path} | tee {tmp_path}/out\n", encoding="utf-8")
    model = load_model("command", {"command": ["sh", str(script)], "timeout": 1.0})
    rows = [make_question("a", text="x"), make_question("b", text="silence")]
    assert ask(model, rows)["b"].startswith("silence")
    number = int((tmp_path / "out").read_text().split()[0])
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.kill(number, 0)
            time.sleep(0.05)


def test_relative_speech_lies_in_the_folder_of_the_program(program, make_question, tmp_path):
    text = (
        "import json, shutil, sys\nfor line in sys.stdin:\n    q = json.loads(line)\n"
        "    shutil.copy(q['audio'], 'said.wav')\n"
        "    print(json.dumps({'id': q['id'], 'audio': 'said.wav'}), flush=True)\n"
    )
    model = program(text, folder=str(tmp_path))
    [(_, answer)] = model.answers([make_question(seconds=0.25)])
    model.close()
    assert answer.speech.seconds == 0.25
