"""What the variants do to real speech and to tones, measured."""

import numpy as np
import pytest
from fundamental import cents

from builders.audio.io import read_audio
from builders.audio.level import rms, to_db
from builders.errors import VivavoceError
from builders.speech.variants import (
    HeadroomError,
    change_pitch,
    change_speed,
    change_volume,
    variant_label,
)

RATE = 16_000
SPEECH = ("cmu_arctic_aew_a0001.wav", "vctk_p286_011.wav", "voice_prompt_zh_tingting.wav")


@pytest.fixture(scope="session", params=SPEECH)
def speech(request, shared):
    return read_audio(shared / "sources" / "audio" / request.param, RATE)[0][: 5 * RATE]


@pytest.fixture(scope="session")
def tone():
    t = np.arange(2 * RATE) / RATE
    return sum(0.2 / k * np.sin(2 * np.pi * 180 * k * t) for k in (1, 2, 3)).astype(np.float32)


def partial(samples):
    """Frequency of the strongest partial in Hz."""
    middle = samples[samples.size // 4 : 3 * samples.size // 4]
    spectrum = np.abs(np.fft.rfft(middle * np.hanning(middle.size), 1 << 19))
    return np.argmax(spectrum) * RATE / (1 << 19)


@pytest.mark.parametrize("rate", [0.25, 0.5, 1.5, 2.0])
def test_speed_changes_duration_and_leaves_the_pitch(speech, rate):
    made = change_speed(speech, RATE, rate)
    assert made.size / speech.size == pytest.approx(1 / rate, rel=0.001)
    assert abs(cents(speech, made, RATE)) < 20


@pytest.mark.parametrize("semitones", [-4, 4, 12])
def test_pitch_moves_by_as_much_as_asked(speech, semitones):
    made = change_pitch(speech, RATE, semitones)
    assert made.size == speech.size
    assert cents(speech, made, RATE, semitones / 12) == pytest.approx(100 * semitones, abs=20)


@pytest.mark.parametrize("db", [-40, -20, -6, 3])
def test_volume_is_exact(speech, db):
    soft = speech * np.float32(0.5)
    assert to_db(rms(change_volume(soft, db)) / rms(soft)) == pytest.approx(db, abs=0.001)


def test_tones(tone):
    for rate in (0.5, 1.5):
        made = change_speed(tone, RATE, rate)
        assert made.size == round(tone.size / rate)
        assert abs(1200 * np.log2(partial(made) / 180)) < 5
        assert to_db(rms(made) / rms(tone)) == pytest.approx(0, abs=0.5)
    for semitones in (-4, 4):
        made = change_pitch(tone, RATE, semitones)
        assert made.size == tone.size
        assert 1200 * np.log2(partial(made) / 180) == pytest.approx(100 * semitones, abs=5)
    assert to_db(rms(change_volume(tone, 6)) / rms(tone)) == pytest.approx(6, abs=0.001)


def test_same_samples_every_time(speech):
    for rate in (0.25, 1.5):
        assert np.array_equal(change_speed(speech, RATE, rate), change_speed(speech, RATE, rate))


def test_plain_values_change_nothing(speech):
    for made in (change_speed(speech, RATE, 1), change_pitch(speech, RATE, 0)):
        assert np.array_equal(made, speech)
    assert np.array_equal(change_volume(speech, 0), speech)


def test_what_is_refused(tone):
    with pytest.raises(VivavoceError, match=r"0\.25 to 2"):
        change_speed(tone, RATE, 3)
    with pytest.raises(VivavoceError, match="-20 to 20"):
        change_pitch(tone, RATE, -21)
    with pytest.raises(VivavoceError, match="-96 to 16"):
        change_volume(tone, 17)
    with pytest.raises(HeadroomError, match=r"to \+\d"):
        change_volume(tone, 12)
    with pytest.raises(HeadroomError, match=r"-80 dB would be .* dB in 16-bit samples"):
        change_volume(tone, -80)


def test_names_as_published():
    assert variant_label("en-US-Wavenet-A", 0.5, 0, 0) == "en_US_Wavenet_A_0.5_0.0_0.0"
    assert variant_label("en-GB-Wavenet-B", 1, 0, 0) == "en_GB_Wavenet_B_1.0_0.0_0.0"
    assert variant_label("af_heart", 1, -4, 6) == "af_heart_1.0_m4.0_6.0"
