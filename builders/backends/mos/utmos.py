"""UTMOS22 strong: the opinion score by which VocalBench-zh picks speech prompts (above 3.5).

Loaded as its maintained port publishes it: a repository for ``torch.hub``, which needs torchaudio,
or the same model as a TorchScript file, which needs torch alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from builders.audio import SAMPLING_RATE, to_rate
from builders.backends.once import once
from builders.errors import BackendError, MissingExtraError, VivavoceError
from builders.weights.resolve import sha256

REPOSITORY = "tarepan/SpeechMOS:v1.2.0"


class UTMOS:
    """UTMOS22 strong.

    Args:
        source: Repository for ``torch.hub``, a clone of it, or a TorchScript file.
        entry: Name of the model in the repository.
        device: Such as ``cpu`` or ``cuda:0``.
        threads: CPU threads of one call.
    """

    name = "utmos22_strong"

    def __init__(
        self,
        source: str = REPOSITORY,
        entry: str = "utmos22_strong",
        device: str = "cpu",
        threads: int = 1,
    ) -> None:
        self._source = source
        self._entry = entry
        self._device = device
        self._threads = threads
        self.revision = f"{_stated(Path(source))};{entry}"

    def score(self, samples: np.ndarray, sampling_rate: int) -> float:
        """Predicted opinion score of one clip, 1–5.

        Args:
            samples: Shape ``(frames,)``.
            sampling_rate: In Hz; converted to 16 kHz.

        Raises:
            BackendError: The model failed on these samples.
        """
        model, scripted = self._model
        import torch

        audio = np.array(to_rate(samples, sampling_rate, SAMPLING_RATE))
        wave = torch.from_numpy(audio)[None].to(self._device)
        try:
            with torch.inference_mode():
                found = model(wave) if scripted else model(wave, SAMPLING_RATE)
        except RuntimeError as error:
            raise BackendError(f"{self.name}: {error}") from error
        return float(found.reshape(-1)[0])

    @once
    def _model(self) -> tuple[Any, bool]:
        try:
            import torch
        except ImportError as error:
            raise MissingExtraError("torch", "torch") from error
        torch.set_num_threads(self._threads)
        path = Path(self._source)
        try:
            if path.is_file():
                return torch.jit.load(str(path), map_location=self._device).eval(), True
            place = "local" if path.is_dir() else "github"
            model: Any = torch.hub.load(
                self._source, self._entry, source=place, trust_repo=True, verbose=False
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise VivavoceError(
                f"UTMOS cannot be loaded from {self._source}: {error}. Name a clone of "
                "SpeechMOS or a TorchScript file of the model in 'source'"
            ) from error
        return model.eval().to(self._device), False


def _stated(source: Path) -> str:
    """A file by its content, which its name does not tell; anything else by its name."""
    if source.is_file():
        return f"{source.name}@{sha256(source)[:12]}"
    return source.name if source.exists() else str(source)
