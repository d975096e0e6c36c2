from __future__ import annotations

import numpy as np
import pytest

from builders.backends.protocols import Speech, Transcript
from builders.errors import VivavoceError
from builders.speech.speak import speak
from builders.step import Rejected


class Engine:
    """Says everything as a tone, and remembers whose voice it was asked for."""

    name, revision = "kokoro", "1"

    def __init__(self):
        self.voices = []

    def synthesise(self, text, voice, *, seed, style):
        self.voices.append(voice.language)
        return Speech(np.full(1600, 0.1, dtype=np.float32), 16_000)


class Ear:
    """Hears the text it is told."""

    name, revision = "told", "1"

    def __init__(self, text):
        self.text = text

    def transcribe(self, samples, rate, language):
        return Transcript(self.text)


class Opinion:
    name, revision = "fixed", "1"

    def score(self, samples, rate):
        return 3.0


@pytest.fixture
def said(tools, root, monkeypatch):
    monkeypatch.chdir(root)

    def _said(text, language, **params):
        engine = Engine()
        ctx = tools.context(tts=engine, asr=Ear(text), mos=Opinion())
        row = tools.item(text, np.zeros(16, dtype=np.float32), language)
        return speak.function(row.but(audio=None), ctx, **params), engine.voices

    return _said


def test_a_voice_of_the_rows_language_speaks(said):
    for text, language, voices in (
        ("I like Chicago.", "en", "english_clean"),
        ("我喜欢 NBA 的比赛。", "zh", "mandarin_clean"),
    ):
        row, spoken_by = said(text, language, voices=voices)
        assert row.provenance.quality.asr_match is True
        assert spoken_by == [language]


def test_a_set_without_the_rows_language_is_an_error(said):
    with pytest.raises(VivavoceError, match=r"no voice for language 'zh'.*it speaks: en"):
        said("你好吗？", "zh", voices="english_clean")


@pytest.mark.parametrize(("text", "language"), [("你好吗？", "en"), ("Hello there.", "zh")])
def test_a_text_wholly_in_another_language_goes_to_a_person(said, text, language):
    voices = {"en": "english_clean", "zh": "mandarin_clean"}[language]
    found, spoken_by = said(text, language, voices=voices)
    assert isinstance(found, Rejected)
    assert (found.reason, found.review, spoken_by) == ("text in another language", True, [])
    assert "cross_lingual: true" in found.detail


def test_cross_lingual_lets_any_voice_of_the_set_speak(said):
    row, spoken_by = said("你好吗？", "zh", voices="english_clean", cross_lingual=True)
    assert row.provenance.speech.voice.startswith("kokoro-")
    assert spoken_by == ["en"]
