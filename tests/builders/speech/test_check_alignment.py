"""Faults that a recogniser mends: words left out, and speech that the text does not have."""

import numpy as np
import pytest

from builders.errors import BackendError
from builders.item import Word
from builders.speech.check_alignment import check_alignment, speech_beyond
from builders.step import Rejected

RATE = 16_000
MANDARIN = "我爷爷在院子后面种了九棵樱桃树。"


class Placed:
    """An aligner that gives the words it was made with."""

    name, revision = "placed", "1"

    def __init__(self, *words):
        self.words = words

    def align(self, samples, sampling_rate, text, language):
        if not self.words:
            raise BackendError("no path")
        return self.words


def tone(seconds):
    return (0.3 * np.sin(2 * np.pi * 150 * np.arange(round(seconds * RATE)) / RATE)).astype("f4")


def word(text, start, end, score=0.9):
    return Word(text=text, start=start, end=end, score=score)


@pytest.fixture(scope="session")
def aligner():
    from builders.backends import load_backend

    return load_backend("aligner", "ctc")


@pytest.fixture(scope="session")
def mandarin():
    from builders.audio import to_rate
    from builders.backends import load_backend
    from builders.backends.protocols import Voice

    voice = Voice("kokoro-zf-xiaoxiao", "kokoro", "zf_xiaoxiao", "zh")
    speech = load_backend("tts", "kokoro").synthesise(MANDARIN, voice)
    return MANDARIN, to_rate(speech.samples, speech.sampling_rate, RATE), speech.words


def reason(outcome):
    assert isinstance(outcome, Rejected), outcome
    assert outcome.review
    assert outcome.detail
    assert "speech_beyond_words" in outcome.item.provenance.quality.signal
    return outcome.reason


def test_speech_that_no_word_accounts_for():
    samples = tone(2.0)
    words = [word("one", 0.0, 0.4), word("two", 1.0, 2.0)]
    # 0.6 s between the words, and 1 s for a word of three letters, of which 0.5 s are allowed.
    assert speech_beyond(samples, RATE, words, [3, 3], 0.1) == pytest.approx(1.1, abs=0.03)
    close = [word("one", 0.0, 0.45), word("two", 0.55, 1.0)]
    assert speech_beyond(tone(1.0), RATE, close, [3, 3], 0.1) == pytest.approx(0.0, abs=0.001)


@pytest.mark.parametrize(
    ("start", "length", "expected"),
    [(1.1, 2.0, "text starts late"), (0.9, 2.9, None), (0.2, 2.9, "text ends early")],
)
def test_what_lies_before_and_after_the_text(tools, start, length, expected):
    clip = np.random.default_rng(0).normal(0, 0.01, round(length * RATE)).astype("f4")
    clip[round(start * RATE) : round((start + 0.7) * RATE)] = tone(0.7)
    ctx = tools.context(aligner=Placed(word("morning", start, start + 0.7)))
    outcome = check_alignment.function(tools.item("morning", clip), ctx)
    if expected:
        assert reason(outcome) == expected
    else:
        signal = outcome.provenance.quality.signal
        assert (signal["before_words"], signal["after_words"]) == (0.9, 1.3)


@pytest.mark.weights
@pytest.mark.parametrize(("side", "expected"), [(1, "text starts late"), (-1, "text ends early")])
def test_noise_hides_no_late_start(tools, aligner, mandarin, side, expected):
    text, samples, _ = mandarin
    # 20 dB below the speech: too loud for silence, too soft for speech.
    level = 0.1 * np.sqrt(np.mean(samples**2))
    noise = np.random.default_rng(0).normal(0, level, 2 * RATE).astype("f4")
    clip = np.concatenate([noise, samples][::side])
    outcome = check_alignment.function(
        tools.item(text, clip, language="zh"), tools.context(aligner=aligner)
    )
    assert reason(outcome) == expected


def test_short_words_prove_nothing(tools):
    item = tools.item("a plan", tone(0.6))
    ctx = tools.context(aligner=Placed(word("a", 0.0, 0.1, 0.0), word("plan", 0.1, 0.6)))
    kept = check_alignment.function(item, ctx)
    assert kept.provenance.quality.signal["weakest_word"] == 0.9
    ctx = tools.context(aligner=Placed(word("a", 0.0, 0.1), word("plan", 0.1, 0.6, 0.001)))
    outcome = check_alignment.function(item, ctx)
    assert reason(outcome) == "words dropped"
    assert outcome.detail == "not found: plan"
    assert not isinstance(check_alignment.function(item, ctx, min_word_score=None), Rejected)


def test_a_number_takes_the_time_of_its_words(tools):
    ctx = tools.context(aligner=Placed(word("in", 0.0, 0.2), word("1813", 0.2, 1.5)))
    assert not isinstance(check_alignment.function(tools.item("in 1813", tone(1.5)), ctx), Rejected)
    ctx = tools.context(aligner=Placed(word("in", 0.0, 0.2), word("that", 0.2, 1.5)))
    outcome = check_alignment.function(tools.item("in that", tone(1.5)), ctx)
    assert reason(outcome) == "speech beyond the text"


def test_what_cannot_be_aligned(tools):
    ctx = tools.context(aligner=Placed())
    outcome = check_alignment.function(tools.item("a plan", tone(0.6)), ctx)
    assert (outcome.reason, outcome.review) == ("alignment failed", True)
    ctx = tools.context(aligner=Placed(word("plan", 0.1, 0.6)))
    outcome = check_alignment.function(tools.item("a plan", np.zeros(RATE)), ctx)
    assert outcome.reason == "no speech in the clip"


@pytest.mark.weights
@pytest.mark.parametrize("clip", ["spoken_sentence", "mandarin"])
def test_planted_faults(clip, request, aligner, tools):
    text, samples, words = request.getfixturevalue(clip)
    language = "zh" if clip == "mandarin" else "en"
    pause = np.zeros(RATE // 10, np.float32)

    def check(*parts):
        item = tools.item(text, np.concatenate([pause, *parts, pause]), language)
        return check_alignment.function(item, tools.context(aligner=aligner))

    good = check(samples)
    assert good.provenance.quality.signal["weakest_word"] > 0.05
    assert good.provenance.quality.signal["speech_beyond_words"] < 0.2
    assert reason(check(samples, samples)) == "speech beyond the text"
    assert reason(check(samples[: samples.size // 2])) == "words dropped"
    before = samples[: round(words[-1].start * RATE)]
    assert reason(check(before)) == "words dropped"
