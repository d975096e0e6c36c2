import numpy as np
import pytest

from builders.audio.level import speech_level
from builders.environment import farfield
from builders.errors import VivavoceError

RATE = 16_000
RNG = np.random.default_rng(0)


def response(level: float, rate: int = RATE, **settings) -> tuple[np.ndarray, np.ndarray]:
    """Frequency axis and gain in dB of what apply does, from its impulse response."""
    impulse = np.zeros(4 * rate, dtype=np.float32)
    impulse[2 * rate] = 0.9
    made, _ = farfield.apply(impulse, rate, farfield.plan(RNG, level, **settings))
    spectrum = np.abs(np.fft.rfft(made.astype(float))) / 0.9
    return np.fft.rfftfreq(made.size, 1 / rate), 20 * np.log10(np.maximum(spectrum, 1e-12))


@pytest.mark.parametrize("level", farfield.LEVELS)
@pytest.mark.parametrize("order", [1, 2, 4])
def test_three_decibels_down_at_the_cutoff(level, order):
    frequency, gain = response(level, order=order)
    crossing = frequency[np.argmax(gain < -10 * np.log10(2))]
    assert crossing == pytest.approx(level, rel=0.01)
    assert gain[1] == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize(("order", "slope"), [(1, 12), (2, 24)])
def test_slope_follows_the_order(order, slope):
    frequency, gain = response(200, order=order)
    at = {f: gain[np.argmin(abs(frequency - f))] for f in (800, 1600)}
    assert at[800] - at[1600] == pytest.approx(slope, abs=1.5)


def test_three_decibel_point_on_real_clips(real_clips):
    """Measured from the clips themselves: spectrum of the result over that of the clip."""
    for clip in real_clips.values():
        for level in (100, 400, 800):
            made, measured = farfield.apply(clip, RATE, farfield.plan(RNG, level))
            assert made.shape == clip.shape
            before = np.abs(np.fft.rfft(clip.astype(float))) ** 2
            after = np.abs(np.fft.rfft(made.astype(float) / measured["gain"])) ** 2
            frequency = np.fft.rfftfreq(clip.size, 1 / RATE)
            near = [
                10 * np.log10(after[band].sum() / before[band].sum())
                for band in (
                    (frequency > level * low) & (frequency < level * high)
                    for low, high in ((0.9, 0.95), (1.05, 1.1))
                )
            ]
            assert near[0] > -3.01 > near[1]


def test_nothing_is_delayed(real_clips):
    for clip in real_clips.values():
        made, _ = farfield.apply(clip, RATE, farfield.plan(RNG, 800))
        middle = clip.astype(float)
        lag = np.fft.irfft(np.fft.rfft(made.astype(float)) * np.conj(np.fft.rfft(middle)))
        peak = int(np.argmax(lag))
        assert min(peak, lag.size - peak) == 0


def test_the_level_can_be_restored(real_clips):
    clip = real_clips["ljspeech-LJ002-0020.wav"]
    made, _ = farfield.apply(clip, RATE, farfield.plan(RNG, 400, restore_level=True))
    active = speech_level(clip, RATE).active
    assert np.mean(made[active] ** 2) == pytest.approx(np.mean(clip[active] ** 2), rel=1e-3)


def test_short_clips_and_bad_cutoffs():
    made, _ = farfield.apply(np.full(3, 0.5, np.float32), RATE, farfield.plan(RNG, 100))
    assert made.shape == (3,)
    with pytest.raises(VivavoceError, match="outside 0–8000 Hz"):
        beyond = {**farfield.plan(RNG, 100), "cutoff_hz": 8000.0}
        farfield.apply(np.ones(99, np.float32), RATE, beyond)


def test_released_names():
    assert farfield.label(400) == "filter_400hz"
    assert len(farfield.LEVELS) == 8
