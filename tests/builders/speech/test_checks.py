"""The gates bite: faults planted in real speech of the embedded engine."""

import numpy as np
import pytest

from builders.errors import VivavoceError
from builders.speech.check_emotion import check_emotion
from builders.speech.check_words import check_words, word_faults
from builders.speech.checks import check_language, check_mos, check_signal
from builders.step import Rejected

RATE = 16_000


def reason(outcome):
    assert isinstance(outcome, Rejected), outcome
    assert outcome.review
    assert outcome.detail
    return outcome.reason


def without(samples, word):
    """Cut a word out, as an engine that skips it would."""
    return np.concatenate([samples[: round(word.start * RATE)], samples[round(word.end * RATE) :]])


def test_word_faults_are_told_apart():
    faults = word_faults("red green blue white", "red green green blue", "en")
    assert (faults.repeated, faults.dropped, faults.added) == (("green",), ("white",), ())
    faults = word_faults("red green blue", "red green blue red green blue", "en")
    assert faults.repeated == ("red", "green", "blue")
    faults = word_faults("red green blue", "red green and blue", "en")
    assert (faults.repeated, faults.added) == ((), ("and",))
    faults = word_faults("我喜欢喝茶", "我喜欢喝喝茶", "zh")
    assert (faults.repeated, faults.length) == (("喝",), 5)
    assert word_faults("red green", "red grain", "en").dropped == ()


@pytest.mark.weights
class TestPlantedFaults:
    def test_the_clean_clip_passes_with_its_values(self, spoken_sentence, asr, tools):
        text, samples, _ = spoken_sentence
        ctx = tools.context(asr=asr)
        item = tools.item(text, samples)
        for step in (check_signal, check_words, check_language):
            item = step.function(item, ctx)
        signal = item.provenance.quality.signal
        assert {"clipped", "leading_silence", "speech_level", "seconds_per_unit"} < set(signal)
        assert signal["words_dropped"] == signal["words_repeated"] == signal["words_added"] == 0.0
        assert signal["language_probability"] > 0.8
        assert item.provenance.quality.asr_text

    def test_a_dropped_word(self, spoken_sentence, asr, tools):
        text, samples, words = spoken_sentence
        word = next(w for w in words if w.text.lower().strip(".,") == "slowly")
        item = tools.item(text, without(samples, word))
        outcome = check_words.function(item, tools.context(asr=asr))
        assert reason(outcome) == "words dropped"
        assert outcome.detail.startswith("slowly;")
        assert outcome.item.provenance.quality.signal["words_dropped"] == 1.0

    def test_a_repeated_sentence(self, spoken_sentence, asr, tools):
        text, samples, _ = spoken_sentence
        twice = tools.item(text, np.concatenate([samples, samples]))
        assert reason(check_words.function(twice, tools.context(asr=asr))) == "words repeated"
        item = check_signal.function(tools.item(text, samples), tools.context())
        once = item.provenance.quality.signal["seconds_per_unit"]
        pace = {"en": [0.5 * once, 1.5 * once]}
        outcome = check_signal.function(twice, tools.context(), pace=pace)
        assert reason(outcome) == "duration out of range"

    def test_two_seconds_of_leading_silence(self, spoken_sentence, tools):
        text, samples, _ = spoken_sentence
        late = np.concatenate([np.zeros(2 * RATE, np.float32), samples])
        outcome = check_signal.function(tools.item(text, late), tools.context())
        assert reason(outcome) == "leading silence"
        assert outcome.item.provenance.quality.signal["leading_silence"] > 2.0

    def test_leading_noise_is_no_speech(self, spoken_sentence, tools):
        text, samples, _ = spoken_sentence
        hiss = 1e-4 * np.random.default_rng(0).standard_normal(2 * RATE)
        late = np.concatenate([hiss, samples])
        outcome = check_signal.function(tools.item(text, late), tools.context())
        assert reason(outcome) == "leading silence"

    def test_clipping(self, spoken_sentence, tools):
        text, samples, _ = spoken_sentence
        loud = np.clip(samples * 12 / np.abs(samples).max(), -1, 1)
        limits = {"speech_level": None}
        for gain in (1.0, 0.4):
            item = tools.item(text, gain * loud)
            assert reason(check_signal.function(item, tools.context(), **limits)) == "clipped"

    def test_offset_level_and_pace(self, spoken_sentence, tools):
        text, samples, _ = spoken_sentence
        ctx = tools.context()
        assert reason(check_signal.function(tools.item(text, samples * 0.5 + 0.1), ctx)) == (
            "dc offset"
        )
        assert reason(check_signal.function(tools.item(text, samples * 0.003), ctx)) == (
            "speech level out of range"
        )
        short = text.split()[0]
        assert reason(check_signal.function(tools.item(short, samples), ctx)) == (
            "duration out of range"
        )
        gap = np.zeros(3 * RATE, np.float32)
        pause = np.concatenate([samples, gap, samples])
        outcome = check_signal.function(tools.item(f"{text} {text}", pause), ctx)
        assert reason(outcome) == "long pause"
        trail = tools.item(text, np.concatenate([samples, gap]))
        assert reason(check_signal.function(trail, ctx)) == "trailing silence"

    def test_the_wrong_language(self, spoken_sentence, asr, tools):
        _, samples, _ = spoken_sentence
        item = tools.item("老灯塔看守人每天早上慢慢走到港口。", samples, language="zh")
        outcome = check_language.function(item, tools.context(asr=asr))
        assert reason(outcome) == "wrong language"
        assert "'en'" in outcome.detail

    def test_a_low_opinion_score(self, spoken_sentence, tools):
        from builders.backends import load_backend

        text, samples, _ = spoken_sentence
        ctx = tools.context(mos=load_backend("mos", "dnsmos"))
        good = check_mos.function(tools.item(text, samples), ctx)
        noise = np.random.default_rng(1).standard_normal(samples.size)
        noisy = tools.item(text, 0.3 * samples + 0.05 * noise)
        limit = good.provenance.quality.mos - 0.3
        assert reason(check_mos.function(noisy, ctx, min_mos=limit)) == "low mos"


def test_silence_instead_of_speech(tools):
    item = tools.item("hello", np.zeros(RATE))
    assert reason(check_signal.function(item, tools.context())) == "no speech in the clip"


def test_emotions_that_are_wrong_or_too_weak(tools):
    tone = 0.2 * np.sin(np.arange(RATE) / 10)
    item = tools.item("oh no", tone, emotion="sad")

    def check(wanted="sad", **found):
        given = item.with_fields(emotion=wanted)
        return check_emotion.function(given, tools.context(emotion=tools.emotions(**found)))

    passed = check(angry=0.05, sad=0.9, neutral=0.05)
    assert passed.provenance.quality.emotion == {"angry": 0.05, "sad": 0.9, "neutral": 0.05}
    assert passed.provenance.quality.emotion_model == "recorded@1"
    assert reason(check(angry=0.9, sad=0.05, neutral=0.05)) == "wrong emotion"
    weak = check(angry=0.1, sad=0.7, neutral=0.2)
    assert reason(weak) == "emotion too weak"
    assert weak.item.provenance.quality.emotion["sad"] == 0.7
    # Data sets and classifiers spell emotions in their own ways.
    assert not isinstance(check("Surprise", surprised=0.95, sad=0.05), Rejected)
    with pytest.raises(VivavoceError, match="unknown emotion 'proud'"):
        check("proud", surprised=0.95, sad=0.05)
