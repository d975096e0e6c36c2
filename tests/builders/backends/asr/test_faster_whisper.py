from __future__ import annotations

import numpy as np
import pytest

from builders.audio import read_audio
from builders.backends import load_backend
from builders.backends.asr.faster_whisper import EmbeddedWhisper
from builders.backends.tts.kokoro import Kokoro
from builders.backends.tts.kokoro_voices import default_voice
from builders.errors import VivavoceError
from builders.text.compare import error_rate


@pytest.fixture(scope="module")
def asr():
    return EmbeddedWhisper()


@pytest.mark.weights
@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Our train was late because of heavy snow."), ("zh", "我喜欢在公园里散步。")],
)
def test_it_hears_what_the_embedded_voice_says(asr, language, text):
    speech = Kokoro().synthesise(text, default_voice(language))
    heard = asr.transcribe(speech.samples, speech.sampling_rate, language)
    assert error_rate(text, heard.text, language).match
    assert heard.extra["avg_logprob"] < 0


@pytest.mark.weights
def test_noise_ends(asr):
    noise = np.random.default_rng(0).normal(0, 0.05, 16_000 * 5).astype(np.float32)
    assert len(asr.transcribe(noise, 16_000, "en").text) < 1_500


@pytest.mark.weights
@pytest.mark.slow
def test_a_long_mandarin_text_is_heard_to_its_end(asr):
    text = "今天天气很好，我们一起去公园散步，然后去超市买水果，晚上在家里做饭。" * 4
    speech = Kokoro().synthesise(text, default_voice("zh"))
    heard = asr.transcribe(speech.samples, speech.sampling_rate, "zh")
    assert 20 < speech.samples.size / speech.sampling_rate < 30
    assert error_rate(text, heard.text, "zh").deletions == 0


@pytest.mark.weights
def test_a_real_recording(asr, shared):
    samples, rate = read_audio(shared / "sources" / "audio" / "cmu_arctic_aew_a0001.wav")
    heard = asr.transcribe(samples, rate, "en").text
    assert error_rate("Author of the danger trail, Philip Steels, etc.", heard, "en").rate < 0.35


@pytest.mark.parametrize(
    ("kind", "name", "options"),
    [("asr", "faster_whisper", {"model": "small"}), ("emotion", "transformers", {"model": "own"})],
)
def test_a_model_without_a_revision_is_refused(kind, name, options):
    with pytest.raises(VivavoceError, match=f"{name}: say which 'revision' of '{options['model']}"):
        load_backend(kind, name, options)
    stated = load_backend(kind, name, {**options, "revision": "abc"}).revision
    assert stated.startswith(f"{options['model']}@abc")


def test_the_model_of_the_papers_is_pinned():
    engine = load_backend("asr", "faster_whisper", {"model": "large-v3"})
    assert engine.revision.startswith("large-v3@edaa852")
    assert engine._hub_revision in engine.revision


def test_a_model_that_cannot_be_loaded_stops_the_build_and_rejects_no_row(tmp_path):
    absent = load_backend("asr", "faster_whisper", {"model": str(tmp_path), "revision": "1"})
    with pytest.raises(VivavoceError, match=r"cannot be loaded .*model\.bin.*'model'") as stop:
        absent.transcribe(np.zeros(16000, np.float32), 16000, "en")
    assert stop.type is VivavoceError  # a BackendError would reject this row, and then the next
