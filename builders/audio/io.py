"""Read any audio file as 16 kHz mono, and write what was made."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import soundfile as sf
import soxr

from builders.audio.clip import SAMPLING_RATE
from builders.audio.cut_off import HEAD, missing_bytes
from builders.errors import VivavoceError

SILENCE_DBFS = -80.0
"""Peak level below which a file counts as digital silence, in dB relative to full scale."""


class AudioFileError(VivavoceError):
    """A file that cannot be used as audio."""


def read_audio(path: Path | str, sampling_rate: int = SAMPLING_RATE) -> tuple[np.ndarray, int]:
    """Read a file as mono samples.

    Channels are averaged and any rate is converted by soxr at very high quality. All formats of
    libsndfile are read (WAV of any depth, FLAC, OGG, MP3, …), whatever the name of the file.

    Args:
        path: The file.
        sampling_rate: Wanted rate, in Hz.

    Returns:
        Samples of shape ``(frames,)``, float32 in [-1, 1], and the sampling rate.

    Raises:
        AudioFileError: The file is absent, empty, cut off, damaged, silent or holds NaN.
    """
    path = Path(path)
    if not path.is_file():
        raise AudioFileError(f"{path}: no such audio file")
    _whole(path)
    try:
        with sf.SoundFile(path) as file:
            rate = file.samplerate
            samples = file.read(dtype="float32", always_2d=True)
    except sf.LibsndfileError as error:
        raise AudioFileError(
            f"{path}: not readable as audio ({error.error_string}); convert it to WAV or FLAC"
        ) from error
    if samples.shape[0] == 0:
        raise AudioFileError(f"{path}: the file has a header but no samples")
    return _usable(path, to_rate(samples.mean(axis=1), rate, sampling_rate)), sampling_rate


def _whole(path: Path) -> None:
    size = path.stat().st_size
    if size == 0:
        raise AudioFileError(f"{path}: the file has zero length; record or fetch it again")
    with path.open("rb") as file:
        missing = missing_bytes(file.read(HEAD), size)
    if missing:
        raise AudioFileError(
            f"{path}: the file is cut off, {missing} bytes of samples are missing; fetch it again"
        )


def _usable(path: Path, samples: np.ndarray) -> np.ndarray:
    if not np.isfinite(samples).all():
        raise AudioFileError(f"{path}: samples hold NaN or infinity")
    peak = float(np.abs(samples).max())
    if peak < 10 ** (SILENCE_DBFS / 20):
        raise AudioFileError(f"{path}: digital silence (peak below {SILENCE_DBFS:.0f} dBFS)")
    # Resampling overshoots a full-scale signal by a little; scaling keeps the waveform whole.
    return samples / peak if peak > 1.0 else samples


def to_rate(samples: np.ndarray, rate: int, wanted: int) -> np.ndarray:
    """Convert the sampling rate, shape ``(frames,)`` to ``(frames * wanted / rate,)``, float32."""
    samples = np.ascontiguousarray(samples, dtype=np.float32)
    if rate == wanted:
        return samples
    return np.asarray(soxr.resample(samples, rate, wanted, quality="VHQ"), dtype=np.float32)


def format_of(path: Path) -> str:
    """Format that a file name stands for, as libsndfile calls it, such as ``WAV``.

    Raises:
        AudioFileError: The ending of the name is no known audio format.
    """
    kind = path.suffix.lstrip(".").upper()
    if kind not in sf.available_formats():
        raise AudioFileError(f"{path}: unknown audio format '{path.suffix}'; use .wav or .flac")
    return kind


def write_audio(path: Path | str, samples: np.ndarray, sampling_rate: int = SAMPLING_RATE) -> None:
    """Write 16-bit audio; the format follows the file name.

    The file appears whole or not at all.

    Raises:
        AudioFileError: The ending of the name is no known audio format, or the file cannot be
            written.
    """
    path = Path(path)
    kind = format_of(path)
    pcm = np.clip(np.rint(np.asarray(samples) * 32768.0), -32768, 32767).astype(np.int16)
    subtype = "PCM_16" if kind in {"WAV", "FLAC"} else None
    temporary = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            # Python writes the file: its errors tell a full disk from a folder that is read-only.
            encoded = io.BytesIO()
            sf.write(encoded, pcm, sampling_rate, format=kind, subtype=subtype)
            temporary.write_bytes(encoded.getbuffer())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except (OSError, sf.LibsndfileError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AudioFileError(f"{path} cannot be written: {reason}") from error
