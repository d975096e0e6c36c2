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


@pytest.mark.weights
@pytest.mark.parametrize(
    "arguments", [["我喜欢 NBA 的比赛。"], ["OK.", "--cross-lingual"]], ids=["mixed", "wanted"]
)
def test_mixed_text_and_what_is_asked_for_are_spoken(tmp_path, capsys, arguments):
    out = tmp_path / "x.wav"
    assert run("say", *arguments, "-o", str(out), "--voice", "zf_xiaoxiao") in (0, None)
    assert sf.info(out).duration > 0.3


def test_voices_of_sets_are_spoken_by_the_engines_of_a_profile(tmp_path, capsys):
    pytest.importorskip("google.cloud.texttospeech_v1")
    pytest.importorskip("grpc_status")
    from speech_servers import GoogleGRPC

    server, out, params = GoogleGRPC(), tmp_path / "day.wav", tmp_path / "params.yaml"
    options = f"{{endpoint: '{server.address}', plain: true}}"
    chosen = f"{{tts: {{name: kokoro}}, tts/google: {{name: google, options: {options}}}}}"
    params.write_text(f"seed: 1\nbackends: {{sample: {{tts: {{name: kokoro}}}}, full: {chosen}}}\n")
    given = ["say", "It costs $5.", "--voice", "google-au-wavenet-a", "-o", str(out)]
    given += ["--params", str(params)]
    try:
        assert run(*given, "--profile", "full", "--rate", "0.5") in (0, None)
        request = server.faults.calls[0]["request"]
    finally:
        server.stop()
    assert (request.voice.name, request.input.text) == ("en-AU-Wavenet-A", "It costs five dollars.")
    assert request.audio_config.speaking_rate == 0.5
    assert sf.info(out).samplerate == 16_000
    capsys.readouterr()
    assert run(*given) == 1
    assert "add 'tts/google' to the backends" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["", "-o", "x.wav"], "the text is empty"),
        (["hi", "-o", "x.wav", "--voice", "af_hart"], "did you mean 'af_heart'"),
        (["hi", "-o", "x.wav", "--voice", "google-us-wavnet-a"], "mean 'google-us-wavenet-a'"),
        (["hi", "-o", "x.wav", "--language", "fr"], "unknown language 'fr'"),
        (
            ["你好吗？", "-o", "x.wav", "--voice", "af_heart"],
            "'af_heart' speaks 'en' and the text is 'zh': choose a voice such as 'zf_xiaoxiao'",
        ),
        (
            ["hi there", "-o", "x.wav", "--voice", "zf_xiaoxiao"],
            "the text is 'en': choose a voice such as 'af_heart', or give --cross-lingual",
        ),
        (["hi", "-o", "x.wav", "--voice", "af_heart", "--language", "zh"], "text is 'zh'"),
        (["Привет", "-o", "x.wav"], "no embedded voice reads П р и в е т"),
        (
            ["こんにちは", "-o", "x.wav", "--voice", "zf_xiaoxiao"],
            "no embedded voice reads こ",
        ),
    ],
)
def test_mistakes_are_one_line(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert run("say", *arguments) == 1
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
    assert not list(tmp_path.iterdir())
