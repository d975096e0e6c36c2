import numpy as np
import pytest

from builders.audio.level import SilentClipError, speech_level
from builders.environment.mix import SilentNoiseError, mix_at_snr
from builders.errors import VivavoceError

RATE = 16_000


def test_silent_noise_is_refused(spoken):
    with pytest.raises(SilentNoiseError, match="silent where the clip speaks"):
        mix_at_snr(spoken, np.zeros_like(spoken), RATE, 0)


@pytest.fixture
def noise(spoken):
    return np.random.default_rng(0).standard_normal(spoken.size).astype(np.float32)


@pytest.mark.parametrize("snr", [-5.0, 0.0, 12.5])
def test_the_ratio_is_taken_over_the_same_samples_for_both(spoken, noise, snr):
    made, facts = mix_at_snr(spoken, noise, RATE, snr)
    active = speech_level(spoken, RATE).active
    speech = spoken.astype(float) * facts["gain"]
    rest = made.astype(float) - speech
    ratio = 10 * np.log10(np.mean(speech[active] ** 2) / np.mean(rest[active] ** 2))
    assert ratio == pytest.approx(snr, abs=0.01)
    assert facts["snr_db"] == pytest.approx(snr, abs=0.002)
    assert facts["speech_db"] == round(speech_level(spoken, RATE).db, 2)
    assert made.dtype == np.float32


def test_the_level_of_the_noise_does_not_matter(spoken, noise):
    quiet, facts = mix_at_snr(spoken, noise * np.float32(1e-3), RATE, 10)
    loud, _ = mix_at_snr(spoken, noise, RATE, 10)
    assert quiet == pytest.approx(loud, abs=1e-6)
    assert facts["gain"] == 1.0


def test_the_peak_is_kept_below_the_ceiling(spoken, noise):
    made, facts = mix_at_snr(spoken, noise, RATE, -10, ceiling=0.25)
    assert np.abs(made).max() == pytest.approx(0.25, abs=1e-6)
    assert facts["gain"] < 1.0 and facts["snr_db"] == pytest.approx(-10, abs=0.002)


def test_neither_input_is_changed(spoken, noise):
    before = spoken.copy(), noise.copy()
    mix_at_snr(spoken, noise, RATE, 0)
    assert np.array_equal(spoken, before[0]) and np.array_equal(noise, before[1])


def test_silence_and_noise_that_vanishes_are_refused(spoken, noise):
    with pytest.raises(SilentClipError, match="only digital silence"):
        mix_at_snr(np.zeros_like(spoken), noise, RATE, 0)
    loud = spoken / np.abs(spoken).max()
    constant = np.full_like(spoken, 1.0)
    for lost in (900, 300):
        with pytest.raises(VivavoceError) as caught:
            mix_at_snr(loud, constant, RATE, lost)
        assert str(caught.value) == (
            f"{lost} dB is lost in rounding; ask for a ratio nearer to 0 dB"
        )
