from __future__ import annotations

import json

import numpy as np
import pytest
import soundfile as sf

from builders.cli._speech import mean_score
from builders.item import Word
from evaluation.cli.main import main

RATE = 16_000
TEXT = "I like Chicago the most."


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        main(["mask", *(str(a) for a in arguments)])
    return caught.value.code or 0


def test_mean_score_leaves_out_words_without_one():
    def word(score):
        return Word(text="a", start=0.0, end=0.1, score=score)

    assert mean_score([word(0.2), word(None), word(0.4)]) == pytest.approx(0.3)
    assert mean_score([word(None)]) is None


@pytest.fixture
def tone(tmp_path):
    sf.write(tmp_path / "in.wav", 0.1 * np.sin(np.arange(RATE) / 10), RATE)
    return tmp_path / "in.wav"


@pytest.mark.parametrize(
    ("out", "answer", "text", "message"),
    [
        ("out.wav", "", TEXT, "--answer is empty: name the words that are to be hidden"),
        ("out.wav", "  ", TEXT, "--answer is empty"),
        ("out.wav", "Chicago", "", "--text is empty: name the words that are said"),
        ("out.xyz", "Chicago", TEXT, "unknown audio format '.xyz'; use .wav or .flac"),
        ("out", "Chicago", TEXT, "use .wav or .flac"),
        ("in.wav", "Chicago", TEXT, "is the input, which would be lost: write to another file"),
        (".", "Chicago", TEXT, "is a folder: name a file in it"),
    ],
)
def test_mistakes_are_refused_before_an_aligner_is_loaded(
    tone, monkeypatch, capsys, out, answer, text, message
):
    def loaded(*arguments):
        raise AssertionError("a backend was loaded")

    monkeypatch.setattr("builders.backends.load_backend", loaded)
    before = tone.read_bytes()
    assert run(tone, tone.parent / out, "--text", text, "--answer", answer) == 1
    assert message in capsys.readouterr().err
    assert [p.name for p in tone.parent.iterdir()] == ["in.wav"]
    assert tone.read_bytes() == before


@pytest.mark.weights
def test_a_text_that_is_not_said_is_refused_unless_forced(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["say", TEXT, "-o", str(tmp_path / "in.wav")])
    capsys.readouterr()
    other = ["--text", "The weather in Norway was terrible yesterday.", "--answer", "Norway"]
    files = (tmp_path / "in.wav", tmp_path / "out.wav")
    assert run(*files, *other) == 1
    error = capsys.readouterr().err
    assert "hardly says this text: mean word score 0.0" in error
    assert "--force" in error
    assert not files[1].exists()
    assert run(*files, *other, "--force") == 0
    printed = capsys.readouterr()
    assert "warning: " in printed.err
    assert json.loads(printed.out)["out"] == str(files[1])
    assert run(*files, "--text", TEXT, "--answer", "Chicago") == 0
    assert "warning" not in capsys.readouterr().err
