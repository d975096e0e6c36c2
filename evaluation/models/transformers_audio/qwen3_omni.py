"""Qwen3-Omni (``Qwen/Qwen3-Omni-30B-A3B-Instruct``): text and speech."""

from __future__ import annotations

from typing import Any, ClassVar

from evaluation.models.transformers_audio.omni import Omni


class Qwen3Omni(Omni):
    """Qwen3-Omni. Options as :class:`TransformersAudio`; voices such as ``Ethan``."""

    name: ClassVar[str] = "qwen3_omni"
    model_class: ClassVar[str] = "Qwen3OmniMoeForConditionalGeneration"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if not self.speech:
            # Talker and vocoder would take gigabytes for nothing.
            self._load_options["enable_audio_output"] = False
