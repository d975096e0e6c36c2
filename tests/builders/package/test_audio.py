from __future__ import annotations

import io

import numpy as np
import pytest
import soundfile as sf

from builders.audio.clip import Clip
from builders.package.audio import published, samples_md5, stream_info


def _tone(rate: int, seconds: float = 0.5, level: float = 0.5) -> np.ndarray:
    return level * np.sin(2 * np.pi * 440 * np.arange(int(rate * seconds)) / rate)


def test_the_header_says_what_the_samples_are() -> None:
    clip = Clip.from_samples(_tone(16_000))
    info = stream_info(clip.data)
    assert info is not None
    assert (info.sampling_rate, info.channels, info.bits, info.frames) == (16_000, 1, 16, 8_000)
    pcm, _ = sf.read(io.BytesIO(clip.data), dtype="int16")
    assert info.md5 == samples_md5(pcm)


def test_published_flac_passes_through_byte_by_byte() -> None:
    clip = Clip.from_samples(_tone(16_000))
    data, md5, seconds = published(clip)
    assert data is clip.data
    assert seconds == 0.5
    assert len(md5) == 32


@pytest.mark.parametrize("rate", [8_000, 24_000, 44_100, 48_000])
def test_other_rates_are_resampled(rate: int) -> None:
    data, _, seconds = published(Clip.from_samples(_tone(rate), rate))
    samples, found = sf.read(io.BytesIO(data))
    assert found == 16_000
    assert seconds == pytest.approx(0.5, abs=1e-3)
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    peak = np.argmax(spectrum) * 16_000 / len(samples)
    assert peak == pytest.approx(440, abs=3)
    assert np.abs(samples[800:-800]).max() == pytest.approx(0.5, abs=0.01)


def test_a_full_scale_clip_does_not_overshoot() -> None:
    square = np.sign(_tone(48_000, level=1.0)) * 0.999
    data, _, _ = published(Clip.from_samples(square, 48_000))
    samples, _ = sf.read(io.BytesIO(data))
    assert np.abs(samples).max() <= 1.0


@pytest.mark.parametrize(
    ("form", "subtype"), [("WAV", "PCM_24"), ("WAV", "MS_ADPCM"), ("OGG", None)]
)
def test_other_forms_are_encoded_again(form: str, subtype: str | None) -> None:
    buffer = io.BytesIO()
    stereo = np.stack([_tone(16_000), np.zeros(8_000)], axis=1)
    sf.write(buffer, stereo, 16_000, format=form, subtype=subtype)
    data, _, seconds = published(Clip.from_bytes(buffer.getvalue()))
    info = stream_info(data)
    assert info is not None
    assert (info.channels, info.bits) == (1, 16)
    assert seconds == pytest.approx(0.5, abs=0.05)


def test_audio_without_samples_is_refused() -> None:
    buffer = io.BytesIO()
    sf.write(buffer, np.zeros(0), 16_000, format="WAV")
    with pytest.raises(ValueError, match="samples"):
        published(Clip.from_bytes(buffer.getvalue()))


def test_stream_info_of_other_bytes() -> None:
    assert stream_info(b"RIFF" + bytes(60)) is None
    assert stream_info(b"fLaC") is None
