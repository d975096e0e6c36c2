"""White and background noise: the ratio that is asked is the ratio that is published."""

import numpy as np
import pytest

from builders.audio.clip import Clip
from builders.audio.level import SilentClipError, rms, speech_level, to_db
from builders.environment import background_noise, white_noise
from builders.step import keyed_rng

RATE = 16_000


def published_snr(clean: np.ndarray, made: np.ndarray, gain: float) -> float:
    """Ratio over the active part of the clean clip, after encoding."""
    active = speech_level(clean, RATE).active
    heard = Clip.from_samples(made, RATE).samples.astype(float)
    speech = clean.astype(float) * gain
    return to_db(rms(speech, active)) - to_db(rms(heard - speech, active))


@pytest.mark.parametrize("module", [white_noise, background_noise])
@pytest.mark.parametrize("level", white_noise.LEVELS)
def test_snr_within_a_tenth_of_a_decibel_on_real_clips(module, level, real_clips):
    for name, clip in real_clips.items():
        params = module.plan(keyed_rng(0, name, "x"), level)
        made, measured = module.apply(clip, RATE, params)
        assert made.shape == clip.shape
        assert np.abs(made).max() <= 0.99 + 1e-6
        assert measured["snr_db"] == pytest.approx(level, abs=0.1)
        assert published_snr(clip, made, measured["gain"]) == pytest.approx(level, abs=0.1)


def test_a_loud_clip_is_scaled_down_with_its_noise_and_keeps_the_ratio(spoken):
    loud = spoken / np.abs(spoken).max()
    params = white_noise.plan(keyed_rng(0, "a", "x"), -5)
    made, measured = white_noise.apply(loud, RATE, params)
    assert measured["gain"] < 0.8
    assert np.abs(made).max() == pytest.approx(0.99, abs=1e-4)
    assert published_snr(loud, made, measured["gain"]) == pytest.approx(-5, abs=0.02)


def test_white_noise_is_white_and_gaussian(spoken):
    params = white_noise.plan(keyed_rng(0, "a", "x"), 0)
    made, measured = white_noise.apply(spoken, RATE, params)
    noise = made.astype(float) - spoken * measured["gain"]
    power = np.abs(np.fft.rfft(noise)) ** 2
    halves = power[1:-1].reshape(-1)[: power.size // 2 * 2 - 2]
    low, high = np.array_split(halves, 2)
    assert low.mean() / high.mean() == pytest.approx(1.0, abs=0.05)
    kurtosis = np.mean(noise**4) / np.mean(noise**2) ** 2
    assert kurtosis == pytest.approx(3.0, abs=0.15)


def test_levels_of_a_row_share_their_noise(spoken):
    noises = []
    for level in (-5, 20):
        params = white_noise.plan(keyed_rng(0, "row", "condition:white_noise"), level)
        made, measured = white_noise.apply(spoken, RATE, params)
        noises.append(made.astype(float) - spoken * measured["gain"])
    assert np.corrcoef(*noises)[0, 1] > 0.999


def test_rows_and_seeds_differ_and_repeat():
    def draw(seed, row):
        return white_noise.plan(keyed_rng(seed, row, "x"), 0)["seed"]

    assert draw(0, "a") == draw(0, "a")
    assert len({draw(0, "a"), draw(0, "b"), draw(1, "a")}) == 3


def test_released_names():
    assert [white_noise.label(x) for x in white_noise.LEVELS] == [
        "snr_-5",
        "snr_0",
        "snr_5",
        "snr_10",
        "snr_15",
        "snr_20",
    ]
    assert white_noise.label(2.5) == "snr_2.5"


def test_silence_is_refused():
    with pytest.raises(SilentClipError):
        white_noise.apply(
            np.zeros(RATE, np.float32), RATE, white_noise.plan(keyed_rng(0, "a", "x"), 0)
        )
