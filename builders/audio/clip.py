"""One encoded piece of mono audio, known by the hash of its bytes."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import soundfile as sf

SAMPLING_RATE = 16_000
"""Sampling rate of everything published, in Hz."""


@dataclass(frozen=True)
class Clip:
    """Mono 16-bit FLAC audio held in memory.

    Attributes:
        data: The encoded bytes.
        sampling_rate: Samples per second, in Hz.
        frames: Number of samples.
    """

    data: bytes
    sampling_rate: int
    frames: int

    @classmethod
    def from_samples(cls, samples: np.ndarray, sampling_rate: int = SAMPLING_RATE) -> Clip:
        """Encode samples as 16-bit FLAC.

        Args:
            samples: Shape ``(frames,)``, float in [-1, 1].
            sampling_rate: Samples per second, in Hz.

        Raises:
            ValueError: The array is empty, not one-dimensional, not finite, or exceeds [-1, 1].
        """
        samples = np.asarray(samples, dtype=np.float32)
        if samples.ndim != 1 or samples.size == 0:
            raise ValueError(f"expected one channel with samples, got shape {samples.shape}")
        if not np.isfinite(samples).all():
            raise ValueError("samples hold NaN or infinity")
        peak = float(np.abs(samples).max())
        if peak > 1.0 + 1e-6:
            raise ValueError(f"peak {peak:.3f} exceeds full scale; set the level before encoding")
        # Round here rather than in libsndfile, whose float scaling differs between versions.
        pcm = np.clip(np.rint(samples * 32768.0), -32768, 32767).astype(np.int16)
        buffer = io.BytesIO()
        sf.write(buffer, pcm, sampling_rate, format="FLAC", subtype="PCM_16")
        return cls(buffer.getvalue(), sampling_rate, int(samples.size))

    @classmethod
    def from_bytes(cls, data: bytes) -> Clip:
        """Read the header of encoded bytes.

        Raises:
            soundfile.LibsndfileError: The bytes are not audio.
        """
        info = sf.info(io.BytesIO(data))
        return cls(data, int(info.samplerate), int(info.frames))

    @cached_property
    def samples(self) -> np.ndarray:
        """Decoded samples, shape ``(frames,)``, float32 in [-1, 1)."""
        samples, _ = sf.read(io.BytesIO(self.data), dtype="float32")
        samples.flags.writeable = False
        return samples

    @cached_property
    def sha256(self) -> str:
        """Hash of the encoded bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return self.frames / self.sampling_rate

    def __reduce__(self) -> tuple[type[Clip], tuple[bytes, int, int]]:
        # Decoded samples stay behind: they are cheaper to decode again than to send.
        return Clip, (self.data, self.sampling_rate, self.frames)

    def __repr__(self) -> str:
        return f"Clip({self.seconds:.2f} s, {self.sampling_rate} Hz, {self.sha256[:8]})"
