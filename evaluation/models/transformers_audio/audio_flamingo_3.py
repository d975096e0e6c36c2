"""Audio Flamingo 3 (``nvidia/audio-flamingo-3-hf``)."""

from __future__ import annotations

from typing import ClassVar

from evaluation.models.transformers_audio.model import TransformersAudio


class AudioFlamingo3(TransformersAudio):
    """Audio Flamingo 3; answers in text. Options as :class:`TransformersAudio`."""

    name: ClassVar[str] = "audio_flamingo_3"
    model_class: ClassVar[str] = "AudioFlamingo3ForConditionalGeneration"
