"""Audio on its way to a model and back."""

from __future__ import annotations

import base64
import io

import numpy as np

from builders.audio import SAMPLING_RATE, to_rate
from builders.errors import BackendError
from evaluation.models.contract import Spoken


def decode(data: bytes) -> tuple[np.ndarray, int]:
    """Decode audio of any format of libsndfile to mono.

    Returns:
        Samples of shape ``(frames,)``, float32 in [-1, 1], and the sampling rate in Hz.

    Raises:
        BackendError: The bytes are no audio, or hold no samples.
    """
    import soundfile as sf

    try:
        samples, rate = sf.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except (sf.LibsndfileError, TypeError) as error:
        raise BackendError(f"{len(data)} bytes that are no audio: {error}") from error
    if not samples.shape[0]:
        raise BackendError("the audio holds no samples")
    return np.ascontiguousarray(samples.mean(axis=1)), int(rate)


def samples_16k(data: bytes) -> np.ndarray:
    """Decode to mono at 16 kHz, shape ``(frames,)``, float32."""
    return to_rate(*decode(data), SAMPLING_RATE)


def wav(data: bytes) -> bytes:
    """The same audio as 16-bit mono WAV at 16 kHz, which every model takes."""
    import soundfile as sf

    buffer = io.BytesIO()
    pcm = np.clip(np.rint(samples_16k(data) * 32768.0), -32768, 32767).astype(np.int16)
    sf.write(buffer, pcm, SAMPLING_RATE, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


def wav_base64(data: bytes) -> str:
    """:func:`wav` as base64 text."""
    return base64.b64encode(wav(data)).decode()


def spoken(data: bytes, pcm_rate: int | None) -> Spoken:
    """A spoken answer as it came: a file of some format, else bare 16-bit PCM.

    Args:
        data: The bytes.
        pcm_rate: Sampling rate of bare PCM, in Hz; ``None`` where only a file may come, as
            anything at all can be heard as PCM.

    Raises:
        BackendError: The bytes are neither.
    """
    whole = data[:4] in (b"RIFF", b"fLaC", b"OggS", b"FORM") or data[:3] == b"ID3"
    if pcm_rate is None or whole:
        return Spoken(*decode(_with_length(data)))
    if len(data) < 2:
        raise BackendError("the spoken answer holds no samples")
    pcm = np.frombuffer(data[: len(data) // 2 * 2], dtype="<i2")
    return Spoken(pcm.astype(np.float32) / 32768.0, pcm_rate)


def _with_length(data: bytes) -> bytes:
    """A streamed WAV states no length (0 or all ones); put the real one in."""
    at = data.find(b"data", 12) if data[:4] == b"RIFF" else -1
    if at < 0 or int.from_bytes(data[at + 4 : at + 8], "little") not in (0, 0xFFFFFFFF, 0x7FFFFFFF):
        return data
    size = (len(data) - at - 8).to_bytes(4, "little")
    return (
        data[:4] + (len(data) - 8).to_bytes(4, "little") + data[8 : at + 4] + size + data[at + 8 :]
    )
