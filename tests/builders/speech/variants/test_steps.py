from dataclasses import asdict

import numpy as np
import pytest

from builders.errors import VivavoceError
from builders.provenance import Speech
from builders.recipe import voices as voice_sets
from builders.recipe.voices import find_voice
from builders.speech.variants.steps import apply_speaker, speaker_variants
from builders.step import Rejected

RATE = 16_000
TEXT = "How many moons does Mars have?"


@pytest.fixture(autouse=True)
def at_the_root(root, monkeypatch):
    monkeypatch.chdir(root)


def spoken(tools, samples, words=None):
    speech = Speech(engine="kokoro", revision="1", voice="kokoro-af-heart")
    item = tools.item(TEXT, samples, row_id="alpacaeval_full-0007")
    return item.but(words=words, provenance=item.provenance.but(speech=speech))


def tone():
    return 0.2 * np.sin(2 * np.pi * 200 * np.arange(RATE) / RATE)


def test_plan_names_ids_and_voices(tools):
    rows = speaker_variants.function(
        spoken(tools, tone()),
        tools.context(),
        [{"rate": 0.5}, {"pitch": -4}, {"voices": "english_clean"}],
    )
    labels = [row.fields["variant"] for row in rows]
    assert labels[:3] == ["af_heart_0.5_0.0_0.0", "af_heart_1.0_m4.0_0.0", "af_heart_1.0_0.0_0.0"]
    assert "bm_george_1.0_0.0_0.0" in labels
    assert rows[0].id == "alpacaeval_full-0007-af_heart_0.5_0.0_0.0"
    plan = rows[0].provenance.variant
    assert (plan.condition, plan.level) == ("speaker", "af_heart_0.5_0.0_0.0")
    assert plan.params["rate"] == 0.5
    assert plan.params["voice"]["name"] == "af_heart"
    assert rows[0].clip.sha256 == spoken(tools, tone()).clip.sha256


def test_a_cloned_voice_is_planned_with_the_content_of_its_prompt(tools, tmp_path, monkeypatch):
    prompt = tmp_path / "p.wav"
    voice = f"{{id: p, engine: e, name: n, language: en, prompt_audio: {prompt}}}"
    (tmp_path / "cloned.yaml").write_text(f"voices: [{voice}]")
    monkeypatch.setattr(voice_sets, "voices_root", lambda: tmp_path)
    voice_sets.voice_set.cache_clear()
    plans = []
    for content in (b"one", b"other"):
        prompt.write_bytes(content)
        (row,) = speaker_variants.function(
            spoken(tools, tone()), tools.context(), [{"voices": "cloned"}]
        )
        plans.append(row.provenance.variant.params)
    voice_sets.voice_set.cache_clear()
    assert plans[0]["prompt"] != plans[1]["prompt"]
    assert plans[0]["voice"] == plans[1]["voice"]


def test_a_name_that_is_there_twice_and_other_mistakes(tools):
    item, ctx = spoken(tools, tone()), tools.context()
    with pytest.raises(VivavoceError, match=r"'af_heart_0\.5_0\.0_0\.0' is there twice"):
        speaker_variants.function(item, ctx, [{"rate": 0.5}, {"rate": 0.5, "pitch": 0}])
    with pytest.raises(VivavoceError, match="did you mean 'pitch'"):
        speaker_variants.function(item, ctx, [{"pich": 2}])
    with pytest.raises(VivavoceError, match="out of range"):
        speaker_variants.function(item, ctx, [{"rate": 0.1}])
    with pytest.raises(VivavoceError, match="did you mean 'kokoro-bm-george'"):
        speaker_variants.function(item, ctx, [{"voice": "kokoro-bm-georg"}])
    with pytest.raises(VivavoceError, match="put the step 'speaker_variants' before"):
        apply_speaker.function(item, ctx)


@pytest.fixture(scope="module")
def ctx(tools, asr):
    from builders.backends import load_backend

    tts = load_backend("tts", "kokoro")
    return tools.context(tts=tts, asr=asr, mos=load_backend("mos", "dnsmos"))


@pytest.fixture(scope="module")
def item(tools, ctx, root):
    from builders.speech.utterance import synthesise

    voice = find_voice("kokoro-af-heart", root / "recipes" / "voices")
    said = synthesise(ctx, TEXT, voice, 0)
    return spoken(tools, said.clip.samples, said.words)


@pytest.mark.weights
class TestApplied:
    def made(self, item, ctx, **variant):
        (row,) = speaker_variants.function(item, ctx, [variant])
        return apply_speaker.function(row, ctx)

    def test_own_voice_faster_higher_softer(self, item, ctx):
        from fundamental import cents

        row = self.made(item, ctx, rate=1.5, pitch=4, volume=-6)
        assert row.clip.frames == pytest.approx(item.clip.frames / 1.5, rel=0.002)
        assert cents(item.clip.samples, row.clip.samples, RATE, 1 / 3) == pytest.approx(400, abs=25)
        assert row.words[-1].end == pytest.approx(item.words[-1].end / 1.5, abs=0.01)
        found = row.provenance.variant.params["measured"]
        assert found["made_by"] == {"rate": "stretch", "pitch": "shift", "volume": "gain"}
        assert found["duration_ratio"] == pytest.approx(1 / 1.5, abs=0.002)
        assert row.provenance.speech.style == {"rate": 1.5, "pitch": 4.0, "volume": -6.0}
        assert row.provenance.quality.error_rate is not None
        assert row.provenance.quality.mos is not None

    def test_another_voice_is_spoken_anew(self, item, ctx):
        row = self.made(item, ctx, voice="kokoro-am-michael")
        assert row.provenance.speech.voice == "kokoro-am-michael"
        assert row.clip.sha256 != item.clip.sha256
        assert row.provenance.quality.asr_match
        assert row.words[0].start >= 0.1

    def test_an_engine_that_follows_a_rate_is_asked_for_it(self, item, ctx, monkeypatch):
        engine = ctx.backend("tts")
        monkeypatch.setattr(engine, "exact_styles", {"rate": (0.5, 2.0)}, raising=False)
        row = self.made(item, ctx, rate=0.5)
        assert row.provenance.variant.params["measured"]["made_by"]["rate"].startswith("engine")
        # What the engine missed is stretched.
        assert row.clip.frames == pytest.approx(item.clip.frames / 0.5, rel=0.004)

    def test_no_headroom_is_a_reason_unless_a_level_makes_some(self, item, ctx):
        outcome = self.made(item, ctx, volume=16)
        assert isinstance(outcome, Rejected)
        assert outcome.reason == "no headroom for the volume"
        (row,) = speaker_variants.function(item, ctx, [{"volume": 6}])
        loud = apply_speaker.function(row, ctx, speech_level=-32)
        assert loud.provenance.variant.params["measured"]["speech_level"] == pytest.approx(
            -26, abs=0.1
        )


def test_voices_round_trip_through_the_plan(root):
    voice = find_voice("kokoro-bf-emma", root / "recipes" / "voices")
    described = {k: v for k, v in asdict(voice).items() if v not in (None, "")}
    assert type(voice)(**described) == voice


def test_a_voice_of_another_language_is_refused_unless_wanted(tools):
    item, ctx = spoken(tools, tone()), tools.context()
    mandarin = [{"voice": "kokoro-zf-xiaobei"}]
    with pytest.raises(VivavoceError, match=r"speaks 'zh' and row .* is 'en'.*cross_lingual: true"):
        speaker_variants.function(item, ctx, mandarin)
    (row,) = speaker_variants.function(item, ctx, mandarin, cross_lingual=True)
    assert row.provenance.variant.params["voice"]["language"] == "zh"
