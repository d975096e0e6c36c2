import numpy as np
import pytest

from builders.environment.material import ambience
from builders.step import keyed_rng

RATE = 16_000
SECONDS = 20


def made(name, row="a", frames=SECONDS * RATE):
    return ambience.TRACKS[name](keyed_rng(0, row, "x"), frames, RATE)


def share(samples, low, high):
    """Share of the power between two frequencies."""
    power = np.abs(np.fft.rfft(samples)) ** 2
    frequency = np.fft.rfftfreq(samples.size, 1 / RATE)
    return power[(frequency >= low) & (frequency < high)].sum() / power.sum()


def swing(samples, piece):
    """Loudest over quietest stretch of ``piece`` seconds, in dB."""
    levels = samples[: SECONDS * RATE].reshape(round(SECONDS / piece), -1).std(axis=1)
    return 20 * np.log10(levels.max() / levels.min())


@pytest.mark.parametrize("name", ambience.TRACKS)
def test_a_track_follows_from_its_generator_and_is_finite(name):
    first, again, other = (made(name, row, 30_001) for row in "aab")
    assert first.shape == (30_001,)
    assert np.isfinite(first).all()
    assert np.array_equal(first, again) and not np.array_equal(first, other)


@pytest.mark.parametrize(
    ("name", "low", "high", "least"),
    [
        ("rain", 800, 7000, 0.85),
        ("wind", 40, 1000, 0.95),
        ("traffic", 0, 2500, 0.95),
        ("surf", 60, 5500, 0.95),
        ("murmur", 80, 1500, 0.6),
    ],
)
def test_sound_lies_where_it_belongs(name, low, high, least):
    assert share(made(name), low, high) > least


def test_rain_is_steady_and_surf_and_wind_swell():
    assert swing(made("rain"), 1.0) < 2.0
    assert swing(made("surf"), 1.0) > 6.0
    assert swing(made("wind"), 1.0) > 3.0


def test_a_fan_hums_at_whole_multiples_of_one_pitch():
    samples = made("fan")
    spectrum = np.abs(np.fft.rfft(samples))
    frequency = np.fft.rfftfreq(samples.size, 1 / RATE)
    base = frequency[np.argmax(np.where(frequency < 200, spectrum, 0))]
    assert 90 <= base <= 130 and base == pytest.approx(round(base), abs=1e-6)
    for k in range(1, 7):
        place = round(base * k * SECONDS)
        around = np.delete(spectrum[place - 40 : place + 41], 40)
        assert spectrum[place] > 10 * np.median(around)


def test_strikes_wrap_around_the_end():
    rng = keyed_rng(0, "b", "x")
    struck = ambience._strikes(rng, 1000, RATE, 300.0, 0.05)
    # A tail longer than the track is cut to it; nothing is written outside.
    assert struck.shape == (1000,) and np.abs(struck[:100]).max() > 0


def test_a_slow_curve_stays_between_nought_and_one():
    curve = ambience._slow(keyed_rng(0, "a", "x"), SECONDS * RATE, RATE, 0.3)
    assert 0.0 < curve.min() < 0.3 and 0.7 < curve.max() < 1.0
    power = np.abs(np.fft.rfft(curve - curve.mean())) ** 2
    assert power[: 2 * SECONDS].sum() / power.sum() > 0.99
