from __future__ import annotations

import pytest
from source_files import put, tone

from builders.backends.registry import BACKENDS
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


class Counted:
    """A predictor that tells how often it was asked."""

    name, revision, asked = "counted", "1", 0

    def score(self, samples, sampling_rate):
        Counted.asked += 1
        return 4.0


def test_a_second_pass_over_the_prompts_measures_nothing_again(tmp_path, monkeypatch):
    monkeypatch.setenv("VIVAVOCE_STORE", str(tmp_path / "store"))
    monkeypatch.setitem(BACKENDS["mos"], "counted", f"{__name__}:Counted")
    put(tmp_path / "s/zh/meta.lst", "u|提示文本|prompt-wavs/p1.wav|要说的话\n")
    tone(tmp_path / "s/zh/prompt-wavs/p1.wav")
    out = tmp_path / "set.yaml"
    for _ in range(2):
        build = ["--path", str(tmp_path / "s"), "-o", str(out), "--audio", str(tmp_path / "audio")]
        assert run("voices", "build", "seed-tts-eval", *build, "--mos", "counted") in (0, None)
        assert "seed_tts_eval-zh-p1" in out.read_text("utf-8")
    assert Counted.asked == 1
