from __future__ import annotations

import pytest

from builders.recipe.voices import voice_set, voices_root
from evaluation.cli.main import main


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    return caught.value.code


@pytest.mark.parametrize("columns", ["80", "120"])
def test_sets_are_listed_under_the_names_that_recipes_use(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    assert run("voices", "list") in (0, None)
    shown = capsys.readouterr().out
    for path in voices_root().glob("*.yaml"):
        assert path.stem in shown


def test_the_voices_of_a_set_are_listed(capsys):
    assert run("voices", "list", "google_wavenet") in (0, None)
    lines = capsys.readouterr().out.splitlines()
    for voice in voice_set("google_wavenet"):
        row = next(line for line in lines if voice.id in line)
        assert voice.name in row and voice.gender in row and voice.accent in row


def test_an_unknown_set_is_one_line(capsys):
    assert run("voices", "list", "google_wavnet") == 1
    assert "did you mean 'google_wavenet'" in capsys.readouterr().err
