import numpy as np
import pytest

from builders.environment import material
from builders.environment.material import coloured
from builders.step import keyed_rng

RATE = 16_000


def power(samples, low, high):
    """Mean power in dB between two frequencies."""
    spectrum = np.abs(np.fft.rfft(samples)) ** 2
    frequency = np.fft.rfftfreq(samples.size, 1 / RATE)
    return 10 * np.log10(spectrum[(frequency >= low) & (frequency < high)].mean())


def test_coloured_noise_has_its_slope():
    for track, octave in (("pink", -3.0), ("brown", -6.0), ("blue", 3.0)):
        drawn = {"corpus": "coloured", "track": track, "start": 0.0}
        made = material.render(drawn, 20 * RATE, RATE).astype(float)
        power, frequency = np.abs(np.fft.rfft(made)) ** 2, np.fft.rfftfreq(made.size, 1 / RATE)
        bands = [
            10 * np.log10(power[(frequency > f) & (frequency < 1.2 * f)].mean())
            for f in (200, 400, 800, 1600, 3200)
        ]
        assert np.diff(bands) == pytest.approx(octave, abs=0.6)


def test_the_spectrum_is_exactly_what_was_asked():
    rng, again = keyed_rng(0, "a", "x"), keyed_rng(0, "a", "x")
    amplitude = np.linspace(2.0, 0.0, 501)
    made = coloured.shaped(rng, 1000, amplitude)
    plain = np.fft.rfft(again.standard_normal(1000))
    assert np.fft.rfft(made) == pytest.approx(plain * amplitude, abs=1e-9)


def test_below_twenty_hertz_it_is_flat():
    made = coloured.brown(keyed_rng(0, "a", "x"), 60 * RATE, RATE)
    assert power(made, 2, 10) == pytest.approx(power(made, 10, 20), abs=1.0)
    assert power(made, 20, 22) - power(made, 200, 220) == pytest.approx(20, abs=1.5)


def test_speech_shape_is_flat_in_the_middle_and_falls_on_both_sides():
    made = coloured.speech_shaped(keyed_rng(0, "a", "x"), 30 * RATE, RATE)
    assert power(made, 120, 180) == pytest.approx(power(made, 350, 450), abs=0.5)
    octaves = [power(made, f, 1.1 * f) for f in (1000, 2000, 4000)]
    assert np.diff(octaves) == pytest.approx(-9.0, abs=0.5)
    assert power(made, 120, 180) - power(made, 48, 52) == pytest.approx(6.0, abs=1.0)


@pytest.mark.parametrize("name", coloured.TRACKS)
def test_a_track_follows_from_its_generator(name):
    make = coloured.TRACKS[name]
    first, again, other = (make(keyed_rng(0, row, "x"), 4001, RATE) for row in "aab")
    assert first.shape == (4001,)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
