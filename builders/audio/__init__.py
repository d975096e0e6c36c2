"""Audio in memory and on disk: the only place that knows the formats."""

from builders.audio.clip import SAMPLING_RATE, Clip
from builders.audio.io import AudioFileError, read_audio, to_rate, write_audio

__all__ = ["SAMPLING_RATE", "AudioFileError", "Clip", "read_audio", "to_rate", "write_audio"]
