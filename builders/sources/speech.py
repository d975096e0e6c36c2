"""Read the speech of a row: from a file, or from bytes inside a Parquet file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from builders.audio.io import AudioFileError, read_audio


def read_speech(audio: Path | bytes | None, place: str) -> tuple[np.ndarray, int]:
    """Decode speech as 16 kHz mono.

    Args:
        audio: A file, or the bytes of one in any format of libsndfile.
        place: File and row, for messages.

    Returns:
        Samples of shape ``(frames,)``, float32 in [-1, 1], and the sampling rate in Hz.

    Raises:
        AudioFileError: It cannot be used as audio.
    """
    if not isinstance(audio, bytes):
        return read_audio(Path(str(audio)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "audio"
        path.write_bytes(audio)
        try:
            return read_audio(path)
        except AudioFileError as error:
            raise AudioFileError(str(error).replace(str(path), place)) from error


def embedded(value: Any) -> Path | bytes | None:
    """The audio of a Parquet cell as ``datasets`` writes it: ``{bytes, path}``.

    Raises:
        ValueError: The cell only points at a file that was not packed.
    """
    if value is None:
        return None
    if value.get("bytes"):
        return bytes(value["bytes"])
    raise ValueError(f"the audio cell has no bytes, only the path '{value.get('path')}'")
