"""Granite Speech (``ibm-granite/granite-speech-3.3-8b``). Needs ``torchaudio`` and ``peft``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from evaluation.models.audio import samples_16k
from evaluation.models.contract import Question
from evaluation.models.transformers_audio.model import TransformersAudio


class GraniteSpeech(TransformersAudio):
    """Granite Speech; answers in text. Options as :class:`TransformersAudio`."""

    name: ClassVar[str] = "granite_speech"
    model_class: ClassVar[str] = "GraniteSpeechForConditionalGeneration"

    def prepare(self, questions: Sequence[Question]) -> Any:
        """The template belongs to the tokeniser; a mark in the text stands for the audio."""
        texts, audio = [], []
        for question in questions:
            mark = "" if question.audio is None else self.processor.audio_token
            turns = [{"role": t.role, "content": t.text} for t in question.history]
            if question.system:
                turns.insert(0, {"role": "system", "content": question.system})
            turns.append({"role": "user", "content": f"{mark}{question.text or ''}"})
            texts.append(
                self.processor.tokenizer.apply_chat_template(
                    turns, tokenize=False, add_generation_prompt=True
                )
            )
            if question.audio is not None:
                audio.append(samples_16k(question.audio))
        return self.processor(text=texts, audio=audio or None, return_tensors="pt", padding=True)
