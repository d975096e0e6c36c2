"""Phi-4-multimodal (``microsoft/Phi-4-multimodal-instruct``)."""

from __future__ import annotations

from typing import Any, ClassVar

from builders.errors import MissingExtraError, VivavoceError
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
        model: Any = self._model
        try:
            import peft  # noqa: F401
        except ImportError as error:
            raise MissingExtraError("peft", "transformers") from error
        try:
            model.load_adapter(
                self._path,
                adapter_name="speech",
                revision=self._commit,
                adapter_kwargs={"subfolder": self._adapter},
            )
        except (OSError, ValueError) as error:
            raise VivavoceError(
                f"{self.revision}: the adapter '{self._adapter}' cannot be loaded: {error}"
            ) from error
        model.set_adapter("speech")
