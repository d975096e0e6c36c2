import numpy as np
import pytest
import yaml

from builders.audio import write_audio
from builders.backends.protocols import Speech, Transcript
from builders.errors import VivavoceError
from builders.recipe import voices as voice_sets
from builders.speech.emotional_takes import emotional_takes
from builders.speech.takes import TRIED
from builders.step import Rejected
from builders.text.review import Decision, edited

RATE = 16_000


def sound(strength):
    """Sound that carries its emotion as its loudness, which the classifier below reads."""
    return strength * np.sin(2 * np.pi * 200 * np.arange(RATE) / RATE) * 0.5


class Actor:
    """Speaks each take with the strength that the test planned."""

    name, revision = "actor", "1"

    def __init__(self, *strengths):
        self.strengths, self.voices = strengths, []

    def synthesise(self, text, voice, *, seed=0, style=None):
        self.voices.append(voice.id)
        return Speech(sound(self.strengths[seed]), RATE)


class Loudness:
    """A classifier whose probability of ``angry`` is twice the peak."""

    name, revision, labels = "loudness", "1", ("生气", "other")

    def classify(self, samples, sampling_rate):
        angry = float(np.round(2 * np.abs(samples).max(), 3))
        return {"anger": angry, "other": 1 - angry}


class Ear:
    """Hears the given texts in turn."""

    name, revision = "ear", "1"

    def __init__(self, *texts):
        self.texts, self.heard = texts, 0

    def transcribe(self, samples, sampling_rate, language):
        text = self.texts[min(self.heard, len(self.texts) - 1)]
        self.heard += 1
        return Transcript(text)


class Score:
    name, revision = "score", "1"

    def score(self, samples, sampling_rate):
        return 4.0


TEXT = "他们居然让朋友插队"


@pytest.fixture
def prompts(tmp_path, monkeypatch):
    """A voice set with prompts of these strengths."""

    def make(**strengths):
        entries = []
        for name, strength in strengths.items():
            path = tmp_path / f"{name}.wav"
            write_audio(path, sound(strength))
            entries.append(
                {"id": name, "name": name, "prompt_audio": str(path), "emotion": "angry"}
            )
        shared = {"engine": "actor", "language": "zh", "prompt_text": "你好"}
        (tmp_path / "esd.yaml").write_text(yaml.safe_dump({"defaults": shared, "voices": entries}))
        monkeypatch.setattr(voice_sets, "voices_root", lambda: tmp_path)
        voice_sets.voice_set.cache_clear()

    yield make
    voice_sets.voice_set.cache_clear()


def run(tools, actor, ear=None, decision=None, **params):
    ctx = tools.context(tts=actor, asr=ear or Ear(TEXT), mos=Score(), emotion=Loudness())
    item = tools.item(TEXT, sound(0.1), language="zh", Question_emo="angry").but(audio=None)
    if decision is not None:
        item = edited(item, Decision(id=item.id, decision="retake", take=decision))
    return emotional_takes.function(item, ctx, "esd", **params)


def test_the_first_take_that_is_angry_enough_is_kept(tools, prompts):
    prompts(strong=0.95, weak=0.6)
    actor = Actor(0.5, 0.79, 0.9, 0.99)
    row = run(tools, actor)
    assert actor.voices == ["strong"] * 3
    assert row.provenance.speech.take == 2
    assert row.fields["Question_emo"] == "angry"
    assert row.fields["Question_prob"] == pytest.approx(0.9, abs=0.002)
    assert row.fields["Prompt_prob"] == pytest.approx(0.95, abs=0.002)
    assert row.fields["Question_prompt"] == "strong.wav"
    assert row.provenance.quality.emotion["anger"] == row.fields["Question_prob"]
    assert row.provenance.quality.emotion_model == "loudness@1"


def test_what_never_gets_there_is_rejected_with_all_probabilities(tools, prompts):
    prompts(strong=0.95)
    outcome = run(tools, Actor(0.5, 0.7, 0.6), takes=3)
    assert isinstance(outcome, Rejected)
    assert (outcome.reason, outcome.review) == ("emotion too weak", True)
    assert outcome.detail == "'angry' in 3 takes: 0.500, 0.700, 0.600; needed: above 0.8"
    assert outcome.item.provenance.speech.take == 1


def test_a_person_asks_for_another_take(tools, prompts):
    prompts(strong=0.95)
    refused = run(tools, Actor(0.5, 0.7, 0.6, 0.9), takes=3)
    tried = [r.params["tried"] for r in refused.item.provenance.steps if r.step == TRIED]
    assert tried == [3]
    row = run(tools, Actor(0.99, 0.7, 0.6, 0.9), takes=3, decision=3)
    assert row.provenance.speech.take == 3
    assert [r.step for r in row.provenance.steps] == ["review"]


def test_an_angry_take_with_other_words_does_not_count(tools, prompts):
    prompts(strong=0.95)
    row = run(tools, Actor(0.99, 0.85), Ear("我们去吃饭吧", TEXT))
    assert row.provenance.speech.take == 1
    outcome = run(tools, Actor(0.99, 0.99), Ear("我们去吃饭吧"), takes=2)
    assert outcome.reason == "asr mismatch"
    assert "0.990 (other words)" in outcome.detail


def test_prompts_that_are_not_angry_are_no_prompts(tools, prompts):
    prompts(weak=0.9, weaker=0.4)
    outcome = run(tools, Actor(0.99))
    assert outcome.reason == "no speech prompt of that emotion"
    assert "weak 0.900" in outcome.detail
    assert "weaker 0.400" in outcome.detail
    ctx = tools.context(tts=Actor(1), asr=Ear(TEXT), mos=Score(), emotion=Loudness())
    item = tools.item(TEXT, sound(0.1), language="zh", Question_emo="sad")
    outcome = emotional_takes.function(item, ctx, "esd")
    assert outcome.reason == "no speech prompt of that emotion"
    assert outcome.detail == "voice set 'esd' has none for 'sad', only for angry"
    with pytest.raises(VivavoceError, match="no voice with an emotion in the language 'en'"):
        emotional_takes.function(item.but(language="en"), ctx, "esd")
