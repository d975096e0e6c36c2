import numpy as np
import pytest

from builders.audio.level import (
    SilentClipError,
    fit_full_scale,
    from_db,
    rms,
    speech_level,
    to_db,
)

RATE = 16_000


def bursts(amplitude: float = 0.5, rate: int = RATE) -> np.ndarray:
    """One second of tone, two of silence, one of tone."""
    t = np.arange(rate) / rate
    tone = amplitude * np.sin(2 * np.pi * 220 * t)
    return np.concatenate([tone, np.zeros(2 * rate), tone]).astype(np.float32)


def test_level_of_a_steady_tone_is_its_rms():
    tone = (0.5 * np.sin(2 * np.pi * 200 * np.arange(2 * RATE) / RATE)).astype(np.float32)
    level = speech_level(tone, RATE)
    assert level.db == pytest.approx(to_db(0.5 / np.sqrt(2)), abs=0.05)
    assert level.activity > 0.98


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 48_000])
def test_silence_between_bursts_does_not_lower_the_level(rate):
    level = speech_level(bursts(rate=rate), rate)
    # The hangover of 200 ms after each burst is counted, as in P.56: at most 1 dB of dilution.
    assert to_db(0.5 / np.sqrt(2)) - level.db < 1.0
    assert to_db(rms(bursts(rate=rate))) == pytest.approx(to_db(0.5 / 2), abs=0.01)
    assert not level.active[int(1.5 * rate) : int(2.9 * rate)].any()
    # From 200 ms before its onset at 3 s nothing counts; from 30 ms before it everything may.
    assert level.active[:rate].all()
    assert level.active[3 * rate :].all()


@pytest.mark.parametrize("gain", [0.001, 0.25, 1.9])
def test_level_follows_the_gain_exactly(gain):
    clip = bursts(0.5)
    base, scaled = speech_level(clip, RATE), speech_level(clip * np.float32(gain), RATE)
    assert scaled.db - base.db == pytest.approx(to_db(gain), abs=1e-4)
    assert np.array_equal(base.active, scaled.active)


def test_faint_noise_in_the_pauses_is_not_speech():
    noise = np.random.default_rng(0).standard_normal(4 * RATE).astype(np.float32)
    level = speech_level(bursts() + noise * np.float32(from_db(-60)), RATE)
    assert not level.active[int(1.5 * RATE) : int(2.9 * RATE)].any()


def test_silence_has_no_level():
    with pytest.raises(SilentClipError, match="digital silence"):
        speech_level(np.zeros(RATE, dtype=np.float32), RATE)
    with pytest.raises(SilentClipError):
        speech_level(np.zeros(0, dtype=np.float32), RATE)


def test_a_clip_shorter_than_the_hangover_has_a_level():
    click = np.zeros(100, dtype=np.float32)
    click[10] = 0.5
    level = speech_level(click, RATE)
    assert level.rms == pytest.approx(rms(click, level.active))
    assert level.active.any()


def test_rms_of_a_part():
    samples = np.array([3.0, 4.0, 100.0], dtype=np.float32)
    assert rms(samples, np.array([True, True, False])) == pytest.approx(np.sqrt(12.5))
    assert rms(samples[:0]) == 0.0


def test_full_scale_is_fitted_downwards_only():
    loud, gain = fit_full_scale(np.array([0.5, -2.0]), ceiling=0.99)
    assert gain == pytest.approx(0.495)
    assert loud.tolist() == pytest.approx([0.2475, -0.99])
    quiet, gain = fit_full_scale(np.array([0.5, -0.2], dtype=np.float32))
    assert gain == 1.0
    assert quiet.tolist() == pytest.approx([0.5, -0.2])


def test_level_on_real_speech_lies_near_a_plain_frame_gate(shared):
    """The hangover puts P.56 up to 1.5 dB below the mean of the frames within 30 dB of the peak."""
    from builders.audio.io import read_audio

    for name in ("cmu_arctic_aew_a0001.wav", "ljspeech-LJ002-0020.wav", "vctk_p286_011.wav"):
        samples, _ = read_audio(shared / "sources" / "audio" / name)
        frames = samples[: samples.size // 320 * 320].reshape(-1, 320).astype(float)
        power = (frames**2).mean(axis=1)
        gated = power[power > power.max() * 1e-3].mean()
        assert -1.5 < speech_level(samples, RATE).db - 10 * np.log10(gated) < 0.1


def test_a_kept_level_is_never_that_of_another_clip():
    one, other = bursts(0.5), bursts(0.1)
    one.flags.writeable = False
    kept = speech_level(one, RATE)
    assert speech_level(one, RATE) is kept
    assert speech_level(other, RATE).db == pytest.approx(kept.db - to_db(5), abs=1e-3)
    assert speech_level(one, RATE // 2) is not kept
    # An array that may change is measured each time.
    before = speech_level(other, RATE)
    other *= 2
    assert speech_level(other, RATE).db == pytest.approx(before.db + to_db(2), abs=1e-3)
