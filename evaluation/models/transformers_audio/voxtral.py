"""Voxtral (``mistralai/Voxtral-Mini-3B-2507``). Needs the package ``mistral-common``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from evaluation.models.audio import wav_base64
from evaluation.models.contract import Question
from evaluation.models.transformers_audio.model import TransformersAudio


class Voxtral(TransformersAudio):
    """Voxtral; answers in text. Options as :class:`TransformersAudio`."""

    name: ClassVar[str] = "voxtral"
    model_class: ClassVar[str] = "VoxtralForConditionalGeneration"

    def audio_part(self, data: bytes) -> dict[str, Any]:
        """Its tokeniser decodes audio by itself and takes files or base64, no arrays."""
        return {"type": "audio", "base64": wav_base64(data)}

    def conversation(self, question: Question) -> list[dict[str, Any]]:
        """Voxtral knows no system role: the prompt goes before the question."""
        text = "\n\n".join(part for part in (question.system, question.text) if part)
        content = [] if question.audio is None else [self.audio_part(question.audio)]
        if text:
            content.append({"type": "text", "text": text})
        turns = [{"role": turn.role, "content": turn.text} for turn in question.history]
        return [*turns, {"role": "user", "content": content}]

    def prepare(self, questions: Sequence[Question]) -> Any:
        """Its template takes no options; it always asks for an answer and pads by itself."""
        return self.processor.apply_chat_template([self.conversation(q) for q in questions])
