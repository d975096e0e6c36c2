from __future__ import annotations

import math

import numpy as np
import pytest

from evaluation.contracts import Example, Response
from evaluation.models.contract import Answer, Question, Spoken
from evaluation.run.folder import Key, RunFolder
from evaluation.run.record import record

KEY = Key("c", "test", "r")


@pytest.fixture
def keep(tmp_path):
    def run(answer: Answer) -> tuple[bool, Response]:
        folder = RunFolder(tmp_path / "x")
        question = Question(Example("r", "f", "c", "test", "why?", "en"))
        with folder.locked():
            answered = record(folder, question, answer)
        return answered, folder.responses()[KEY]

    return run


@pytest.mark.parametrize(
    ("odd", "error"),
    [
        ({"seconds": math.nan}, "seconds is nan"),
        ({"first_token": -1.0}, "first_token is -1.0"),
        ({"first_audio": True}, "first_audio is True"),
        ({"usage": {"a": math.inf}}, "JSON"),
        ({"usage": {"a": {1, 2}}}, "JSON serializable"),
        ({"seconds": "1.5"}, "must be real number"),
    ],
)
def test_what_cannot_be_written_is_an_error_of_its_row(keep, odd, error):
    answered, said = keep(Answer(text="hi", **odd))
    assert not answered and said.text is None
    assert said.error.startswith("unusable answer: ") and error in said.error


def test_speech_is_written_before_its_line(keep, tmp_path):
    speech = Spoken(np.zeros(2400, np.float32), 24_000)
    answered, said = keep(Answer(speech=speech, seconds=1.23456, duration=9.0))
    assert answered and (said.seconds, said.duration) == (1.2346, 0.1)
    assert (tmp_path / "x" / said.audio).is_file()


def test_an_error_keeps_neither_text_nor_key_nor_media(keep):
    answered, said = keep(Answer(text="hi", error="bad: sk-abcdef123456 " + "UklGRg" * 40))
    assert not answered
    assert said == Response("r", error="bad: <key> <media>")
