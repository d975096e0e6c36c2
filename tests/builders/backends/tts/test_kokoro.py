from __future__ import annotations

import numpy as np
import pytest

from builders.backends.tts.kokoro import Kokoro
from builders.backends.tts.kokoro_voices import default_voice, embedded_voices, find_embedded_voice
from builders.errors import BackendError, VivavoceError

pytestmark = pytest.mark.weights


@pytest.fixture(scope="module")
def engine():
    return Kokoro()


def test_english_words_have_times_in_order(engine):
    text = "The quick fox, at last, jumps."
    speech = engine.synthesise(text, default_voice("en"))
    assert speech.sampling_rate == 24_000
    assert [w.text for w in speech.words] == ["The", "quick", "fox", "at", "last", "jumps"]
    assert [text[slice(*w.span)] for w in speech.words] == [w.text for w in speech.words]
    edges = [t for w in speech.words for t in (w.start, w.end)]
    assert edges == sorted(edges)
    assert 0 < edges[0] < 0.3
    assert edges[-1] <= len(speech.samples) / 24_000
    assert np.abs(speech.samples).max() <= 1.0


def test_mandarin_with_an_english_word(engine):
    speech = engine.synthesise("我用email写信。", default_voice("zh"))
    assert "".join(w.text for w in speech.words) == "我用email写信"


def test_the_same_call_gives_the_same_samples_and_another_seed_another_take(engine):
    voice = default_voice("en")
    first = engine.synthesise("Good morning.", voice)
    again = engine.synthesise("Good morning.", voice)
    other = engine.synthesise("Good morning.", voice, seed=3)
    assert np.array_equal(first.samples, again.samples)
    assert len(first.samples) != len(other.samples)
    assert len(other.samples) == pytest.approx(len(first.samples), rel=0.12)


def test_the_rate_changes_the_duration(engine):
    voice = default_voice("en")
    text = "We walked along the river until it got dark."
    plain = len(engine.synthesise(text, voice).samples)
    fast = len(engine.synthesise(text, voice, style={"rate": 1.5}).samples)
    assert fast == pytest.approx(plain / 1.5, rel=0.15)


@pytest.mark.parametrize(
    ("text", "style", "message"),
    [
        ("?!", None, "nothing to pronounce"),
        ("Hello.", {"rate": 3.0}, "rates 0.5 to 2.0"),
        ("Hello.", {"pitch": 2}, "no style"),
    ],
)
def test_what_it_cannot_do_is_said(engine, text, style, message):
    with pytest.raises(BackendError, match=message):
        engine.synthesise(text, default_voice("en"), style=style)


def test_voices():
    voices = embedded_voices()
    assert sum(v.language == "en" for v in voices.values()) == 28
    assert sum(v.language == "zh" for v in voices.values()) == 8
    assert find_embedded_voice("kokoro-bm-george").accent == "gb"
    with pytest.raises(VivavoceError, match="did you mean 'af_heart'"):
        find_embedded_voice("af_hart")
