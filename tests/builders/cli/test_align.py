from __future__ import annotations

import json

import numpy as np
import pytest
import soundfile as sf

from evaluation.cli.main import main

TEXT = "It costs five dollars."


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        main(["align", *arguments])
    return caught.value.code


@pytest.fixture(scope="module")
def spoken(tmp_path_factory):
    """Speech of the embedded engine as a stereo recording of 44.1 kHz and 24 bit."""
    from builders.audio import to_rate
    from builders.backends import load_backend
    from builders.backends.tts.kokoro_voices import default_voice

    speech = load_backend("tts", "kokoro").synthesise(TEXT, default_voice("en"))
    samples = to_rate(speech.samples, speech.sampling_rate, 44_100)
    path = tmp_path_factory.mktemp("spoken") / "价格.wav"
    sf.write(path, np.stack([samples, samples / 2], axis=1), 44_100, subtype="PCM_24")
    return path


@pytest.mark.weights
def test_every_word_has_a_start_and_an_end(spoken, capsys):
    assert run(str(spoken), "--text", TEXT) in (0, None)
    found = json.loads(capsys.readouterr().out)
    words = found["words"]
    assert [word["text"] for word in words] == ["It", "costs", "five", "dollars"]
    times = [time for word in words for time in (word["start"], word["end"])]
    assert times == sorted(times)
    assert times[0] >= 0 and times[-1] <= found["seconds"]


@pytest.mark.weights
@pytest.mark.parametrize("text", ["", "...", "  "])
def test_a_text_without_words_is_refused(spoken, capsys, text):
    assert run(str(spoken), "--text", text) == 1
    assert "nothing to align" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "no such audio file"), (b"", "zero length"), (b"RIFF junk" * 9, "not readable")],
)
def test_what_is_no_recording_is_one_line(tmp_path, capsys, content, message):
    path = tmp_path / "clip.wav"
    if content is not None:
        path.write_bytes(content)
    assert run(str(path), "--text", TEXT) == 1
    error = capsys.readouterr().err
    assert message in error and str(path) in error
    assert "Traceback" not in error
