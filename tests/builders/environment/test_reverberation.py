import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

from builders.audio.level import rms, speech_level
from builders.environment import reverberation, rooms
from builders.errors import VivavoceError
from builders.step import keyed_rng

RATE = 16_000


def plan(level, row="a", **settings):
    return reverberation.plan(keyed_rng(0, row, "x"), level, **settings)


@pytest.mark.parametrize("level", reverberation.LEVELS)
def test_rt60_within_ten_per_cent_on_real_clips(level, real_clips):
    for name, clip in list(real_clips.items())[:3]:
        made, measured = reverberation.apply(clip, RATE, plan(level, name))
        assert measured["rt60"] == pytest.approx(level, rel=0.1)
        assert made.shape == clip.shape
        assert np.abs(made).max() <= 0.99 + 1e-6


@pytest.mark.parametrize("level", reverberation.LEVELS)
def test_rt60_is_that_of_what_is_heard(level):
    """Measured on the result itself, over all frequencies and in the octaves of speech."""
    click = np.zeros(5 * RATE, dtype=np.float32)
    click[0] = 0.5
    made, measured = reverberation.apply(click, RATE, plan(level, "c"))
    assert measured["tail"] == 0.0
    decay = made.astype(float)
    assert rooms.schroeder_rt60(decay, RATE) == pytest.approx(level, rel=0.05)
    for centre in (1000, 2000, 4000):
        octave = butter(3, [centre / 2**0.5, centre * 2**0.5], "band", fs=RATE, output="sos")
        reached = rooms.schroeder_rt60(sosfiltfilt(octave, decay), RATE)
        assert reached == pytest.approx(level, rel=0.1)


@pytest.mark.parametrize("level", [0.5, 3.0])
def test_timing_does_not_shift(level):
    """Nothing sounds before the click, and the direct path sounds with it."""
    click = np.zeros(RATE, dtype=np.float32)
    click[5000] = 0.5
    made, measured = reverberation.apply(click, RATE, plan(level))
    loudest = np.abs(made).max()
    # Band-limited ringing of the FFT convolution stays 100 dB below.
    assert np.abs(made[:5000]).max() < 1e-5 * loudest
    assert abs(made[5000]) > 0.3 * loudest
    assert made[5000] == pytest.approx(0.5 * measured["gain"], rel=1e-3)


def test_speech_level_is_kept(real_clips):
    for name, clip in real_clips.items():
        made, _ = reverberation.apply(clip, RATE, plan(0.5, name))
        level = speech_level(clip, RATE)
        assert rms(made, level.active) == pytest.approx(level.rms, rel=0.01)


def test_tail_can_be_kept(spoken):
    cut, _ = reverberation.apply(spoken, RATE, plan(1.0))
    kept, measured = reverberation.apply(spoken, RATE, plan(1.0, tail="keep"))
    assert kept.size == spoken.size + round(measured["tail"] * RATE)
    assert measured["tail"] == pytest.approx(1.0, rel=0.1)
    inner = slice(0, spoken.size - 160)
    assert np.abs(kept[inner] - cut[inner]).max() < 1e-4
    # The end has died away, or is faded where it was cut: no click.
    assert abs(kept[-1]) == 0.0
    assert abs(cut[-1]) == 0.0


def test_refusals():
    with pytest.raises(VivavoceError, match="tail must be"):
        plan(1.0, tail="loop")
    with pytest.raises(VivavoceError, match="rooms must be"):
        plan(1.0, rooms=0)


def test_released_names():
    assert [reverberation.label(x) for x in reverberation.LEVELS] == [
        "rt60_05",
        "rt60_10",
        "rt60_15",
        "rt60_20",
        "rt60_25",
        "rt60_30",
    ]
