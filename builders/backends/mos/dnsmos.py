"""DNSMOS P.835: predicted mean opinion score without a reference (the embedded predictor).

The network reads 9.01 s of 16 kHz audio. As in the authors' script, a shorter clip is doubled
until it is long enough, and a longer one is scored in hops of 1 s and averaged; the raw outputs
go through the published quadratic calibration.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from builders.audio import SAMPLING_RATE, to_rate
from builders.backends.once import once
from builders.backends.onnx_session import onnx_session
from builders.errors import BackendError
from builders.weights import weights_path, weights_revision

WINDOW = int(9.01 * SAMPLING_RATE)
"""Samples that the network reads at once."""

# Calibration of raw outputs to the listeners' scale (Reddy et al., 2022), highest power first.
_CALIBRATION = {
    "signal": (-0.08397278, 1.22083953, 0.0052439),
    "background": (-0.13166888, 1.60915514, -0.39604546),
    "overall": (-0.06766283, 1.11546468, 0.04602535),
}


class DNSMOS:
    """Predicted overall quality.

    Args:
        threads: Threads of one call.
    """

    name = "dnsmos"

    def __init__(self, threads: int = 1) -> None:
        self._threads = threads
        self.revision = weights_revision("dnsmos")

    def score(self, samples: np.ndarray, sampling_rate: int) -> float:
        """Overall score of one clip, 1–5.

        Args:
            samples: Shape ``(frames,)``.
            sampling_rate: In Hz; converted to 16 kHz.

        Raises:
            BackendError: The clip is empty.
        """
        return self.scores(samples, sampling_rate)["overall"]

    def scores(self, samples: np.ndarray, sampling_rate: int) -> dict[str, float]:
        """Scores of the signal, the background and overall, each 1–5."""
        audio = to_rate(samples, sampling_rate, SAMPLING_RATE)
        if audio.size == 0:
            raise BackendError("DNSMOS: the clip is empty")
        while audio.size < WINDOW:
            audio = np.concatenate([audio, audio])
        hops = int(audio.size // SAMPLING_RATE - WINDOW / SAMPLING_RATE) + 1
        raw = [self._run(audio[i * SAMPLING_RATE :][:WINDOW]) for i in range(hops)]
        mean = np.mean(
            [
                [np.polyval(c, r) for c, r in zip(_CALIBRATION.values(), row, strict=True)]
                for row in raw
            ],
            axis=0,
        )
        return {k: round(float(v), 4) for k, v in zip(_CALIBRATION, mean, strict=True)}

    def _run(self, window: np.ndarray) -> np.ndarray:
        return np.asarray(self._session.run(None, {"input_1": window[None]})[0][0])

    @once
    def _session(self) -> Any:
        return onnx_session(weights_path("dnsmos") / "sig_bak_ovr.onnx", self._threads)
