import numpy as np
import pytest

from builders.audio.clip import Clip
from builders.backends.protocols import Speech
from builders.environment.material.speakers import SENTENCES, VOICES, embedded_speakers
from builders.errors import BackendError


class Buzz:
    """An engine whose speech is a tone that its voice and text set."""

    name, revision = "buzz", "2"

    def __init__(self, rate=24_000, gain=0.5):
        self.rate, self.gain, self.asked = rate, gain, []

    def synthesise(self, text, voice, *, seed=0, style=None):
        self.asked.append((voice.name, voice.engine, voice.language, text))
        tone = np.sin(np.arange(self.rate // 2) * (0.05 + 0.01 * len(voice.name)))
        return Speech((self.gain * tone).astype(np.float32), self.rate)


@pytest.fixture
def store():
    kept = {}

    def cached(kind, key, make):
        name = (kind, *sorted(key.items()))
        if name not in kept:
            kept[name] = make()
        return kept[name]

    cached.kept = kept
    return cached


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_voice_speaks_a_sentence_of_its_own(language, store):
    tts = Buzz()
    speakers = embedded_speakers(tts, store, language)(16_000)
    assert tuple(speakers) == VOICES[language]
    assert [asked[3] for asked in tts.asked] == list(SENTENCES[language])
    assert {asked[1:3] for asked in tts.asked} == {("buzz", language)}
    assert {clip.size for (clip,) in speakers.values()} == {8_000}


def test_each_clip_is_spoken_once_whatever_rate_is_asked(store):
    tts = Buzz()
    speak = embedded_speakers(tts, store)
    speak(16_000)
    again = speak(8_000)
    assert len(tts.asked) == 6
    assert {clip.size for (clip,) in again.values()} == {4_000}
    assert {key[0] for key in store.kept} == {"babble"}
    assert dict(next(iter(store.kept))[1:]) == {
        "engine": "buzz", "revision": "2", "voice": "af_heart", "text": SENTENCES["en"][0],
    }  # fmt: skip


def test_other_voices_take_the_sentences_in_turn(store):
    tts = Buzz()
    speakers = embedded_speakers(tts, store, "zh", [f"v{n}" for n in range(8)])(16_000)
    assert list(speakers) == [f"v{n}" for n in range(8)]
    assert tts.asked[6][3] == tts.asked[0][3] == SENTENCES["zh"][0]


def test_what_is_kept_is_audio_within_full_scale(store):
    embedded_speakers(Buzz(gain=1.5), store, voices=["a", "b"])(16_000)
    for facts, data in store.kept.values():
        assert facts == {}
        assert np.abs(Clip.from_bytes(data).samples).max() <= 1.0


def test_an_engine_that_fails_is_heard(store):
    class Broken(Buzz):
        def synthesise(self, text, voice, **options):
            raise BackendError(f"voice '{voice.name}' is gone")

    with pytest.raises(BackendError, match="voice 'a' is gone"):
        embedded_speakers(Broken(), store, voices=["a", "b"])(16_000)
    assert store.kept == {}


def test_there_is_a_sentence_for_every_voice():
    for language, voices in VOICES.items():
        assert len(voices) == len(set(voices)) == len(set(SENTENCES[language]))
