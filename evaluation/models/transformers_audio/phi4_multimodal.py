"""Phi-4-multimodal (``microsoft/Phi-4-multimodal-instruct``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from builders.audio import SAMPLING_RATE
from builders.errors import MissingExtraError, VivavoceError
from evaluation.models.audio import samples_16k
from evaluation.models.contract import Question
from evaluation.models.transformers_audio.model import TransformersAudio


class Phi4Multimodal(TransformersAudio):
    """Phi-4-multimodal; answers in text.

    Args:
        adapter: Sub-folder of the weights with the speech adapter, which the published model
            needs to hear; null for weights that have it merged in.
        **options: As :class:`TransformersAudio`.
    """

    name: ClassVar[str] = "phi4_multimodal"
    model_class: ClassVar[str] = "Phi4MultimodalForCausalLM"

    def __init__(self, *, adapter: str | None = "speech-lora", **options: Any) -> None:
        super().__init__(**options)
        self._adapter = adapter

    def settings(self) -> dict[str, Any]:
        """With the adapter."""
        return {**super().settings(), "adapter": self._adapter}

    def load(self) -> None:
        """Load the weights and switch the speech adapter on."""
        if self._model is not None:
            return
        super().load()
        if self._adapter is None:
            return
        try:
            from peft import PeftModel
        except ImportError as error:
            raise MissingExtraError("peft", "transformers") from error
        try:
            # By peft itself: transformers may want a newer one than there is.
            self._model = PeftModel.from_pretrained(
                self._model,
                self._path,
                adapter_name="speech",
                subfolder=self._adapter,
                revision=self._commit,
            )
        except (OSError, ValueError) as error:
            self._model = None
            raise VivavoceError(
                f"{self.revision}: the adapter '{self._adapter}' cannot be loaded: {error}"
            ) from error
        self._model.eval()

    def prepare(self, questions: Sequence[Question]) -> Any:
        """The form of the model card; the templates of some revisions take text alone."""
        texts, audio = [], []
        for question in questions:
            mark = "" if question.audio is None else self.processor.audio_token
            turns = [("system", question.system)] if question.system else []
            turns += [(turn.role, turn.text) for turn in question.history]
            turns.append(("user", f"{mark}{question.text or ''}"))
            said = "".join(f"<|{role}|>{text}<|end|>" for role, text in turns)
            texts.append(f"{said}<|assistant|>")
            if question.audio is not None:
                audio.append(samples_16k(question.audio))
        return self.processor(
            text=texts,
            audio=audio or None,
            audio_kwargs={"sampling_rate": SAMPLING_RATE},
            text_kwargs={"padding": True},
            return_tensors="pt",
        )
