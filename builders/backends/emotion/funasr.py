"""emotion2vec+ (VocalBench-zh's classifier) and its kin through FunASR.

The order of the outputs is read from the model at every call, never assumed: emotion2vec's
releases differ in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from builders.audio import SAMPLING_RATE, to_rate
from builders.backends.emotion.labels import plain_labels
from builders.backends.once import once
from builders.backends.stated import with_options
from builders.errors import BackendError, MissingExtraError, VivavoceError

SHORTEST = 0.1
"""Shortest clip in seconds: the network's convolutions need some frames."""


class FunASREmotion:
    """A speech emotion model of FunASR.

    Args:
        model: Id such as ``iic/emotion2vec_plus_large``, or a folder.
        revision: Revision of the model on its hub.
        hub: ``ms`` (ModelScope) or ``hf`` (Hugging Face).
        device: Such as ``cpu`` or ``cuda:0``.
        threads: CPU threads of one call.
        labels: Names for labels of the model that say nothing by themselves.
    """

    name = "emotion2vec"

    def __init__(
        self,
        model: str = "iic/emotion2vec_plus_large",
        revision: str = "v2.0.5",
        hub: str = "ms",
        device: str = "cpu",
        threads: int = 1,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        self._source = model
        self._load = {"model_revision": revision, "hub": hub, "device": device, "ncpu": threads}
        self._mapping = labels
        self.revision = with_options(f"{model}@{revision}", labels=dict(labels or {}))

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the outputs in the model's order."""
        raw = [t for t in self._model.kwargs["token_list"] if not t.startswith("unuse")]
        return plain_labels(raw, self._mapping, self._source)

    def classify(self, samples: np.ndarray, sampling_rate: int) -> dict[str, float]:
        """Probability of each emotion.

        Args:
            samples: Shape ``(frames,)``.
            sampling_rate: In Hz; converted to 16 kHz.

        Raises:
            BackendError: The clip is too short, or the model failed on it.
            VivavoceError: The model has no labels.
        """
        audio = np.ascontiguousarray(to_rate(samples, sampling_rate, SAMPLING_RATE))
        if audio.size < SHORTEST * SAMPLING_RATE:
            raise BackendError(f"{self._source}: the clip is shorter than {SHORTEST} s")
        model = self._model
        try:
            found = model.generate(
                audio,
                fs=SAMPLING_RATE,
                granularity="utterance",
                extract_embedding=False,
                disable_pbar=True,
            )[0]
        except (RuntimeError, ValueError, IndexError) as error:
            raise BackendError(f"{self._source}: {error}") from error
        raw, scores = found.get("labels") or [], found.get("scores") or []
        if not raw or len(raw) != len(scores):
            raise VivavoceError(
                f"{self._source} gave {len(scores)} scores for {len(raw)} labels: it is no "
                "classifier; take one of the 'plus' models"
            )
        names = plain_labels(raw, self._mapping, self._source)
        return dict(zip(names, map(float, scores), strict=True))

    @once
    def _model(self) -> Any:
        try:
            from funasr import AutoModel
        except ImportError as error:
            raise MissingExtraError("funasr", "emotion") from error
        quiet = {"disable_update": True, "disable_pbar": True, "log_level": "ERROR"}
        try:
            return AutoModel(model=self._source, **quiet, **self._load)
        except (AssertionError, OSError, RuntimeError, ValueError) as error:
            raise VivavoceError(f"FunASR cannot load {self._source}: {error}") from error
