from __future__ import annotations

import io

import numpy as np
import pytest
import soundfile as sf

from builders.audio import AudioFileError, read_audio, write_audio


def tone(rate, seconds=0.5, hertz=440.0, level=0.5):
    return level * np.sin(2 * np.pi * hertz * np.arange(int(rate * seconds)) / rate)


def test_stereo_44100_hz_24_bit_becomes_16_khz_mono(tmp_path):
    path = tmp_path / "stereo.wav"
    left = tone(44_100)
    sf.write(path, np.stack([left, np.zeros_like(left)], axis=1), 44_100, subtype="PCM_24")
    samples, rate = read_audio(path)
    assert rate == 16_000
    assert samples.dtype == np.float32
    assert samples.shape == (8_000,)
    assert np.abs(samples[2_000:6_000]).max() == pytest.approx(0.25, abs=0.002)


@pytest.mark.parametrize(
    ("rate", "kind", "subtype", "suffix"),
    [
        (8_000, "WAV", "PCM_16", ".wav"),
        (22_050, "WAV", "FLOAT", ".wav"),
        (16_000, "WAV", "MS_ADPCM", ".wav"),
        (48_000, "FLAC", "PCM_24", ".flac"),
        (24_000, "MP3", "MPEG_LAYER_III", ".wav"),
        (16_000, "OGG", "VORBIS", ".ogg"),
    ],
)
def test_formats_are_told_by_content_and_not_by_name(tmp_path, rate, kind, subtype, suffix):
    path = tmp_path / f"clip{suffix}"
    sf.write(path, tone(rate), rate, format=kind, subtype=subtype)
    samples, _ = read_audio(path)
    assert samples.size == pytest.approx(8_000, abs=1_200)
    spectrum = np.abs(np.fft.rfft(samples[:8_000]))
    assert np.argmax(spectrum) * 16_000 / min(8_000, samples.size) == pytest.approx(440, abs=4)


def test_bad_files_are_refused_with_name_and_reason(tmp_path):
    cases = {
        "absent.wav": (None, "no such audio file"),
        "empty.wav": (b"", "zero length"),
        "text.wav": (b"this is no audio at all" * 10, "not readable as audio"),
    }
    for name, (content, message) in cases.items():
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(AudioFileError, match=message) as caught:
            read_audio(tmp_path / name)
        assert name in str(caught.value)


def test_headers_without_samples_silence_and_nan_are_refused(tmp_path):
    sf.write(tmp_path / "none.wav", np.zeros(0), 16_000)
    sf.write(tmp_path / "still.wav", np.zeros(1_600), 16_000)
    sf.write(tmp_path / "nan.wav", np.full(1_600, np.nan), 16_000, subtype="FLOAT")
    for name, message in {"none": "no samples", "still": "silence", "nan": "NaN"}.items():
        with pytest.raises(AudioFileError, match=message):
            read_audio(tmp_path / f"{name}.wav")


def test_a_float_file_above_full_scale_is_scaled_and_not_clipped(tmp_path):
    sf.write(tmp_path / "loud.wav", tone(16_000, level=2.0), 16_000, subtype="FLOAT")
    samples, _ = read_audio(tmp_path / "loud.wav")
    assert np.abs(samples).max() == pytest.approx(1.0)
    assert np.mean(np.abs(samples) > 0.999) < 0.05


def test_writing_follows_the_ending_and_leaves_no_part(tmp_path):
    for name in ("a.wav", "b.flac"):
        write_audio(tmp_path / name, tone(16_000))
        assert sf.info(tmp_path / name).subtype == "PCM_16"
    with pytest.raises(AudioFileError, match="unknown audio format"):
        write_audio(tmp_path / "c.xyz", tone(16_000))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.wav", "b.flac"]


def test_public_clips(shared):
    folder = shared / "sources" / "audio"
    refused = {}
    for path in sorted(folder.iterdir()):
        try:
            samples, _ = read_audio(path)
            assert samples.size > 0
        except AudioFileError as error:
            refused[path.name] = str(error)
    assert sorted(refused) == ["README.md", "odd_digital_silence.wav"]


def test_what_cannot_be_written_is_said_with_its_reason(tmp_path):
    (tmp_path / "taken").write_text("a file")
    (tmp_path / "folder.wav").mkdir()
    for name in ("taken/out.wav", "folder.wav"):
        with pytest.raises(AudioFileError, match=f"{name} cannot be written: .*(exist|director)"):
            write_audio(tmp_path / name, tone(16_000))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder.wav", "taken"]


def test_a_full_disk_is_said_once(tmp_path, monkeypatch, capsys):
    class Full(io.BytesIO):
        def write(self, data):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.open", lambda *given, **named: Full())
    with pytest.raises(AudioFileError, match="No space left on device"):
        write_audio(tmp_path / "out.wav", tone(16_000))
    assert capsys.readouterr().err == ""
