"""Audio in memory and on disk: the only place that knows the formats."""

from builders.audio.clip import SAMPLING_RATE, Clip

__all__ = ["SAMPLING_RATE", "Clip"]
