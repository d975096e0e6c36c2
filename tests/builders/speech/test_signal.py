import numpy as np
import pytest

from builders.speech.signal import NoSpeechError, clipped_share, measure

RATE = 16_000


def tone(seconds, level=0.3):
    return level * np.sin(2 * np.pi * 150 * np.arange(round(seconds * RATE)) / RATE)


def silence(seconds):
    return np.zeros(round(seconds * RATE))


def test_silences_pauses_and_pace():
    parts = [silence(0.5), tone(1.0), silence(0.4), tone(1.0), silence(0.3)]
    found = measure(np.concatenate(parts).astype(np.float32), RATE, 12)
    assert found["leading_silence"] == pytest.approx(0.5, abs=0.021)
    assert found["trailing_silence"] == pytest.approx(0.3, abs=0.021)
    assert found["longest_pause"] == pytest.approx(0.4, abs=0.021)
    assert found["seconds_per_unit"] == pytest.approx(2.4 / 12, abs=0.002)
    assert found["clipped"] == 0.0
    assert found["dc_offset"] == pytest.approx(0.0, abs=1e-4)


def test_level_of_a_tone():
    found = measure(tone(2.0).astype(np.float32), RATE, 12)
    assert found["speech_level"] == pytest.approx(20 * np.log10(0.3 / 2**0.5), abs=0.05)


def test_a_click_is_no_speech():
    samples = np.concatenate([silence(1.0), tone(1.0), silence(1.0)]).astype(np.float32)
    samples[RATE // 4] = 0.9
    assert measure(samples, RATE, 5)["leading_silence"] == pytest.approx(1.0, abs=0.021)


def test_offset_is_measured_and_does_not_fill_silence():
    samples = np.concatenate([silence(0.5), tone(1.0), silence(0.5)]) + 0.05
    found = measure(samples.astype(np.float32), RATE, 5)
    assert found["dc_offset"] == pytest.approx(0.05, abs=1e-3)


@pytest.mark.parametrize("turned_down", [1.0, 0.3])
def test_clipping_is_seen_also_after_the_level_was_lowered(turned_down):
    clipped = np.clip(tone(1.0, 1.5), -1, 1).astype(np.float32)
    share = 2 * np.arccos(1 / 1.5) / np.pi
    assert clipped_share(clipped * np.float32(turned_down)) == pytest.approx(share, abs=0.02)


def test_a_clean_tone_is_not_clipped():
    assert clipped_share(tone(1.0, 0.97).astype(np.float32)) < 0.03
    assert clipped_share(np.zeros(100, np.float32)) == 0.0


def test_digital_silence_has_no_measures():
    with pytest.raises(NoSpeechError):
        measure(np.zeros(RATE, np.float32), RATE, 3)
