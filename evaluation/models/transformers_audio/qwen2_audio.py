"""Qwen2-Audio (``Qwen/Qwen2-Audio-7B-Instruct``)."""

from __future__ import annotations

from typing import ClassVar

from evaluation.models.transformers_audio.model import TransformersAudio


class Qwen2Audio(TransformersAudio):
    """Qwen2-Audio; answers in text. Options as :class:`TransformersAudio`."""

    name: ClassVar[str] = "qwen2_audio"
    model_class: ClassVar[str] = "Qwen2AudioForConditionalGeneration"
