import numpy as np
import pytest

from builders.audio.clip import Clip
from builders.audio.level import SilentClipError, rms, speech_level
from builders.environment import distortion
from builders.errors import VivavoceError

RATE = 16_000
RNG = np.random.default_rng(0)


@pytest.mark.parametrize("level", distortion.LEVELS)
def test_threshold_and_share_are_exact_on_real_clips(level, real_clips):
    for clip in real_clips.values():
        made, measured = distortion.apply(clip, RATE, distortion.plan(RNG, level))
        normalised = clip.astype(np.float64) / np.abs(clip).max()
        expected = np.clip(normalised, -level, level)
        assert np.abs(made / measured["gain"] - expected).max() < 2e-6 + level * 1e-4
        beyond = np.mean(np.abs(normalised) >= level * (1 - 1e-6))
        assert measured["clipped"] == pytest.approx(beyond, abs=2 / clip.size)
        at_limit = np.isclose(np.abs(made), np.abs(made).max(), rtol=1e-6)
        assert at_limit.mean() == pytest.approx(measured["clipped"], abs=2 / clip.size)
        assert np.abs(made).max() == pytest.approx(measured["peak"], abs=1e-5)


@pytest.mark.parametrize("level", distortion.LEVELS)
def test_speech_level_is_kept_below_full_scale(level, real_clips):
    for clip in real_clips.values():
        made, _ = distortion.apply(clip, RATE, distortion.plan(RNG, level))
        before = speech_level(clip, RATE)
        assert rms(made, before.active) == pytest.approx(before.rms, rel=1e-3)
        assert np.abs(made).max() <= 0.99
        assert np.abs(Clip.from_samples(made, RATE).samples - made).max() < 2**-15


def test_a_loud_square_wave_stays_below_full_scale():
    square = np.tile(np.repeat(np.float32([1.0, -1.0]), 80), 100)
    made, measured = distortion.apply(square, RATE, distortion.plan(RNG, 0.5))
    assert np.abs(made).max() == pytest.approx(0.99, abs=1e-6)
    assert measured == {"clipped": 1.0, "gain": 1.98, "peak": 0.99}


def test_the_lowest_threshold_leaves_the_sign(spoken):
    made, measured = distortion.apply(spoken, RATE, distortion.plan(RNG, 0.0001))
    loud = np.abs(spoken) > 1e-3
    assert np.array_equal(np.sign(made[loud]), np.sign(spoken[loud]))
    assert np.allclose(np.abs(made[loud]), measured["peak"], atol=1e-6)


def test_refusals():
    with pytest.raises(VivavoceError, match=r"\(0, 1\]"):
        distortion.plan(RNG, 0)
    with pytest.raises(SilentClipError):
        distortion.apply(np.zeros(100, np.float32), RATE, distortion.plan(RNG, 0.5))


def test_released_names():
    assert [distortion.label(x) for x in distortion.LEVELS] == [
        "clipping_0.5000",
        "clipping_0.1000",
        "clipping_0.0100",
        "clipping_0.0010",
        "clipping_0.0001",
    ]
