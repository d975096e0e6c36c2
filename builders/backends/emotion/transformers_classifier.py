"""Any audio-classification model of transformers as an emotion classifier."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from builders.audio import to_rate
from builders.backends.emotion.labels import plain_labels
from builders.backends.once import once
from builders.backends.stated import stated_revision, with_options
from builders.errors import BackendError, MissingExtraError, VivavoceError


class TransformersClassifier:
    """An ``AutoModelForAudioClassification``.

    Args:
        model: Hub repository or folder.
        revision: Commit of the repository, or what to call the version of a folder.
        device: Such as ``cpu`` or ``cuda:0``.
        threads: CPU threads of one call.
        labels: Names for labels of the model that say nothing by themselves.
    """

    name = "transformers"

    def __init__(
        self,
        model: str,
        revision: str | None = None,
        device: str = "cpu",
        threads: int = 1,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        self._source = model
        self._hub_revision = stated_revision(revision, model, self.name)
        self._device = device
        self._threads = threads
        self._mapping = labels
        self.revision = with_options(f"{model}@{revision}", labels=dict(labels or {}))

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the outputs in the model's order."""
        return self._loaded[2]

    def classify(self, samples: np.ndarray, sampling_rate: int) -> dict[str, float]:
        """Probability of each emotion.

        Args:
            samples: Shape ``(frames,)``.
            sampling_rate: In Hz; converted to the model's.

        Raises:
            BackendError: The model failed on these samples.
            VivavoceError: It is no classifier of one label among several.
        """
        import torch

        model, extractor, names = self._loaded
        rate = int(extractor.sampling_rate)
        audio = to_rate(samples, sampling_rate, rate)
        try:
            inputs = extractor(audio, sampling_rate=rate, return_tensors="pt").to(self._device)
            with torch.inference_mode():
                scores = torch.softmax(model(**inputs).logits[0].float(), dim=-1)
        except (RuntimeError, ValueError) as error:
            raise BackendError(f"{self._source}: {error}") from error
        return dict(zip(names, scores.cpu().tolist(), strict=True))

    @once
    def _loaded(self) -> tuple[Any, Any, tuple[str, ...]]:
        try:
            import torch
            from transformers import AutoFeatureExtractor, AutoModelForAudioClassification
        except ImportError as error:
            raise MissingExtraError("transformers", "transformers") from error
        torch.set_num_threads(self._threads)
        given: dict[str, Any] = {"revision": self._hub_revision}
        model = AutoModelForAudioClassification.from_pretrained(self._source, **given)
        extractor = AutoFeatureExtractor.from_pretrained(self._source, **given)
        if model.config.problem_type in ("regression", "multi_label_classification"):
            raise VivavoceError(
                f"{self._source} is no classifier ({model.config.problem_type}): its outputs are "
                "not the probabilities of one label among several"
            )
        known = model.config.id2label
        # By number: the configuration file need not list them in order.
        raw = [known[index] for index in sorted(known)]
        names = plain_labels(raw, self._mapping, self._source)
        return model.eval().to(self._device), extractor, names
