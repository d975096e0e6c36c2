from __future__ import annotations

import pytest
import soundfile as sf

from evaluation.cli.main import main


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    return caught.value.code


@pytest.mark.weights
def test_it_speaks_numbers_into_a_16_khz_file(tmp_path, capsys):
    out = tmp_path / "price.wav"
    assert run("say", "It costs $5.", "-o", str(out)) in (0, None)
    assert "It costs five dollars." in capsys.readouterr().out
    info = sf.info(out)
    assert (info.samplerate, info.channels, info.subtype) == (16_000, 1, "PCM_16")
    assert 0.5 < info.duration < 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["", "-o", "x.wav"], "the text is empty"),
        (["hi", "-o", "x.wav", "--voice", "af_hart"], "did you mean 'af_heart'"),
        (["hi", "-o", "x.wav", "--language", "fr"], "unknown language 'fr'"),
    ],
)
def test_mistakes_are_one_line(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert run("say", *arguments) == 1
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
    assert not list(tmp_path.iterdir())
