"""What the two Qwen Omni families share: a thinker that writes and a talker that speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from evaluation.models.contract import Question
from evaluation.models.transformers_audio.model import TransformersAudio


class Omni(TransformersAudio):
    """A Qwen Omni model.

    The talker samples by its own settings whatever the temperature of the text.

    Args:
        max_speech_tokens: Longest spoken answer, in tokens of the talker (50 a second for
            Qwen2.5-Omni).
        **options: As :class:`TransformersAudio`.
    """

    speech_rate: ClassVar[int | None] = 24_000
    speech_prompt: ClassVar[str | None] = None
    """System prompt without which the model does not speak."""

    def __init__(self, *, max_speech_tokens: int = 4096, **options: Any) -> None:
        super().__init__(**options)
        self.max_speech_tokens = max_speech_tokens

    def settings(self) -> dict[str, Any]:
        """With the longest spoken answer."""
        return {**super().settings(), "max_speech_tokens": self.max_speech_tokens}

    def system_prompt(self, question: Question) -> str | None:
        """Ours, else the one that makes the model speak."""
        return question.system or (self.speech_prompt if self.speech else None)

    def decoding(self) -> dict[str, Any]:
        """Settings of the thinker."""
        return {f"thinker_{name}": value for name, value in super().decoding().items()}

    def generate(
        self, inputs: Mapping[str, Any], streamer: Any
    ) -> tuple[Any, list[np.ndarray] | None]:
        """Text, and speech where it is asked for."""
        import torch

        options = {**self.decoding(), "thinker_streamer": streamer}
        if self.voice is not None:
            options["speaker"] = self.voice
        if not self.speech:
            found = self._model.generate(**inputs, **options, generation_mode="text")
            return getattr(found, "sequences", found), None
        options["talker_max_new_tokens"] = self.max_speech_tokens
        found, waves = self._model.generate(**inputs, **options, generation_mode="audio")
        if isinstance(waves, torch.Tensor):
            waves = [waves]
        sequences = getattr(found, "sequences", found)
        return sequences, [wave.float().cpu().numpy() for wave in waves]
