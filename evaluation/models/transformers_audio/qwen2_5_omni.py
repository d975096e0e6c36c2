"""Qwen2.5-Omni (``Qwen/Qwen2.5-Omni-7B``): text and speech."""

from __future__ import annotations

from typing import ClassVar

from evaluation.models.transformers_audio.omni import Omni


class Qwen25Omni(Omni):
    """Qwen2.5-Omni. Options as :class:`TransformersAudio`; voices ``Chelsie`` and ``Ethan``."""

    name: ClassVar[str] = "qwen2_5_omni"
    model_class: ClassVar[str] = "Qwen2_5OmniForConditionalGeneration"
    # The model card states that speech needs this very prompt.
    speech_prompt: ClassVar[str | None] = (
        "You are Qwen, a virtual human developed by the Qwen Team, Alibaba Group, capable of "
        "perceiving auditory and visual inputs, as well as generating text and speech."
    )
