"""Turn what a speech server sent into samples, or say why it is no speech."""

from __future__ import annotations

import io

import numpy as np

from builders.audio.cut_off import missing_bytes
from builders.backends.llm.failures import MALFORMED, AttemptError
from builders.backends.protocols import Speech

_SILENCE = 1e-4


def from_pcm(data: bytes, sampling_rate: int) -> Speech:
    """Decode 16-bit little-endian samples without a header.

    Raises:
        AttemptError: There are none, half a sample is left over, or all are silent.
    """
    if len(data) % 2:
        raise AttemptError(MALFORMED, f"half an answer: {len(data)} bytes are no 16-bit samples")
    samples = np.frombuffer(data, dtype="<i2").astype(np.float32) / 32768.0
    return _spoken(samples, sampling_rate)


def from_file(data: bytes) -> Speech:
    """Decode the bytes of an audio file (WAV, FLAC, MP3, OGG).

    A WAV whose header promises more than came is half an answer.

    Raises:
        AttemptError: It is no audio, is cut off, or silent.
    """
    import soundfile as sf

    if not data:
        raise AttemptError(MALFORMED, "an empty answer")
    missing = missing_bytes(data, len(data))
    if missing:
        raise AttemptError(MALFORMED, f"half an answer: {missing} bytes of the audio are missing")
    try:
        samples, rate = sf.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except sf.LibsndfileError as error:
        raise AttemptError(
            MALFORMED, f"{len(data)} bytes that are no audio, beginning {data[:40]!r}: {error}"
        ) from None
    return _spoken(samples.mean(axis=1), int(rate))


def _spoken(samples: np.ndarray, sampling_rate: int) -> Speech:
    if samples.size == 0:
        raise AttemptError(MALFORMED, "an answer without samples")
    if float(np.abs(samples).max()) < _SILENCE:
        raise AttemptError(MALFORMED, f"{samples.size} silent samples instead of speech")
    return Speech(np.asarray(samples, dtype=np.float32), sampling_rate)
