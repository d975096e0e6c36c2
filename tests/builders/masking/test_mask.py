import json

import numpy as np
import pytest

from builders.audio.level import speech_level, to_db
from builders.environment.assets import Assets
from builders.environment.mix import SilentNoiseError
from builders.errors import VivavoceError
from builders.masking import MASKERS
from builders.masking.mask import apply, plan
from builders.masking.span import Severity, Span

RATE = 16_000


@pytest.fixture
def speech():
    rng = np.random.default_rng(0)
    return (0.05 * rng.standard_normal(3 * RATE)).astype(np.float32)


@pytest.fixture
def assets():
    def talkers(sampling_rate):
        t = np.arange(2 * sampling_rate) / sampling_rate
        return {
            name: [(0.1 * np.sin(2 * np.pi * f * t)).astype(np.float32)]
            for name, f in (("a", 180.0), ("b", 240.0), ("c", 310.0))
        }

    return Assets(speakers=talkers, speakers_id="sines")


def planned(mask_type="white_noise", spans=((1.0, 1.5),), severity=None, **more):
    listed = [Span(a, b, "tea") for a, b in spans]
    return plan(np.random.default_rng(1), listed, 3.0, mask_type, severity, **more)


@pytest.mark.parametrize("mask_type", MASKERS)
def test_length_is_kept_and_all_else_is_bit_for_bit(mask_type, speech, assets):
    masked = apply(speech, RATE, planned(mask_type), assets)
    assert masked.dtype == np.float32 and masked.shape == speech.shape
    fade = 80
    changed = np.flatnonzero(masked != speech)
    assert changed[0] >= RATE - fade and changed[-1] < 1.5 * RATE + fade
    assert np.array_equal(masked[: RATE - fade], speech[: RATE - fade])
    assert np.array_equal(masked[24_000 + fade :], speech[24_000 + fade :])


@pytest.mark.parametrize("mask_type", MASKERS)
def test_nothing_of_the_speech_is_left_inside(mask_type, speech, assets):
    other = speech.copy()
    other[RATE:24_000] = np.roll(other[RATE:24_000], 77)
    params = planned(mask_type)
    # The span's content changes, and with it nothing of the result but the level by rounding.
    inside = slice(RATE, 24_000)
    one, two = apply(speech, RATE, params, assets), apply(other, RATE, params, assets)
    assert np.allclose(one[inside], two[inside], rtol=2e-3, atol=1e-6)


@pytest.mark.parametrize("mask_type", ["white_noise", "music", "multi_speaker"])
@pytest.mark.parametrize("level_db", [-10.0, 0.0])
def test_level_is_relative_to_the_speech(mask_type, level_db, speech, assets):
    masked = apply(speech, RATE, planned(mask_type, level_db=level_db), assets)
    part = masked[RATE:24_000].astype(float)
    level = to_db(float(np.sqrt(np.mean(part**2)))) - speech_level(speech, RATE).db
    assert level == pytest.approx(level_db, abs=0.15)


def test_silence_is_digital(speech):
    params = planned("silence")
    assert params["level_db"] is None
    assert not apply(speech, RATE, params)[RATE:24_000].any()


def test_fades_are_raised_cosines_outside_the_span():
    ones = np.full(3 * RATE, 0.5, np.float32)
    masked = apply(ones, RATE, planned("silence"))
    fade = 0.5 - 0.25 * (1 - np.cos(np.pi * (np.arange(80) + 0.5) / 80))
    assert masked[RATE - 80 : RATE] == pytest.approx(fade, abs=1e-6)
    assert masked[24_000 : 24_000 + 80] == pytest.approx(fade[::-1], abs=1e-6)
    assert np.abs(np.diff(masked)).max() < 0.011


def test_no_fade_is_a_hard_edge():
    ones = np.full(3 * RATE, 0.5, np.float32)
    masked = apply(ones, RATE, planned("silence", fade_ms=0))
    assert masked[RATE - 1] == 0.5 and masked[RATE] == 0.0
    assert masked[23_999] == 0.0 and masked[24_000] == 0.5


def test_spans_at_the_edges_of_the_clip(speech):
    masked = apply(speech, RATE, planned("silence", spans=((0.0, 0.5), (2.5, 3.0))))
    assert not masked[:8000].any() and not masked[40_000:].any()


def test_overlapping_spans_become_one():
    params = planned(spans=((1.0, 1.5), (1.4, 2.0)))
    assert params["spans"] == [{"start": 1.0, "end": 2.0, "text": "tea tea"}]
    apart = planned(spans=((1.0, 1.5), (1.6, 2.0)), severity=Severity(ms=50))
    assert apart["spans"] == [{"start": 0.95, "end": 2.05, "text": "tea tea"}]


def test_close_spans_keep_their_own_sound(speech):
    masked = apply(speech, RATE, planned(spans=((1.0, 1.5), (1.502, 2.0))))
    for a, b in ((1.0, 1.5), (1.502, 2.0)):
        part = masked[round(a * RATE) : round(b * RATE)].astype(float)
        level = to_db(float(np.sqrt(np.mean(part**2)))) - speech_level(speech, RATE).db
        assert level == pytest.approx(0.0, abs=0.3)


@pytest.mark.parametrize("mask_type", MASKERS)
def test_the_plan_is_json_and_fixes_the_result(mask_type, speech, assets):
    params = json.loads(json.dumps(planned(mask_type)))
    first = apply(speech, RATE, params, assets)
    assert np.array_equal(first, apply(speech, RATE, params, assets))


def test_another_seed_gives_other_noise(speech):
    one = apply(speech, RATE, planned())
    params = plan(np.random.default_rng(2), [Span(1.0, 1.5, "tea")], 3.0)
    assert not np.array_equal(one, apply(speech, RATE, params))


def test_a_loud_mask_does_not_leave_full_scale():
    rng = np.random.default_rng(0)
    loud = np.clip(0.5 * rng.standard_normal(3 * RATE), -1, 1).astype(np.float32)
    assert np.abs(apply(loud, RATE, planned(level_db=6.0))[RATE:24_000]).max() <= 0.99 + 1e-6


@pytest.mark.parametrize("level", [float("nan"), float("inf"), float("-inf")])
def test_a_level_that_is_no_number_of_decibels(level):
    with pytest.raises(VivavoceError, match="not a finite number"):
        planned(level_db=level)


def test_unknown_mask_type():
    with pytest.raises(VivavoceError, match="white_noise"):
        planned("whitenoise")


def test_babble_without_voices(speech):
    with pytest.raises(VivavoceError, match="speech"):
        apply(speech, RATE, planned("multi_speaker"))


def test_music_from_a_folder(speech, tmp_path):
    import soundfile as sf

    tune = 0.1 * np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE)
    sf.write(tmp_path / "a.wav", tune, RATE)
    folders = {"music_recordings": str(tmp_path)}
    params = planned("music", folders=folders)
    assert params["drawn"]["sound"]["track"] == "a.wav"
    masked = apply(speech, RATE, params, Assets(folders=folders))[RATE:24_000]
    spectrum = np.abs(np.fft.rfft(masked))
    assert np.argmax(spectrum) * 2 == pytest.approx(440, abs=4)


def test_a_recording_that_is_silent_there_is_refused(speech, tmp_path):
    import soundfile as sf

    sf.write(tmp_path / "rest.wav", np.zeros(8 * RATE), RATE)
    folders = {"music_recordings": str(tmp_path)}
    params = planned("music", folders=folders)
    with pytest.raises(
        SilentNoiseError, match=r"rest\.wav is silent where it should hide the words"
    ):
        apply(speech, RATE, params, Assets(folders=folders))
