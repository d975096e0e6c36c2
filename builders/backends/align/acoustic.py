"""Frame scores of the embedded phoneme model, for audio of any length."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from builders.backends.align.phones import phone_matrix, phone_scores
from builders.errors import BackendError

RATE = 16_000
HOP = 320
"""Samples of one output frame: 20 ms."""
_WHOLE = 30 * RATE
_STEP = 20 * RATE
_CONTEXT = 2 * RATE


class PhonemeModel:
    """CTC phoneme recogniser in ONNX; one thread, so that results never vary."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            str(folder / "asr_waveform_fp16.onnx"),
            sess_options=options,
            providers=["CPUExecutionProvider"],
        )
        vocabulary = json.loads((folder / "g2p_vocab.json").read_text(encoding="utf-8"))
        self._weights = phone_matrix([*vocabulary["decoder"], "<wb>", "<blank>"])

    def scores(self, samples: np.ndarray) -> np.ndarray:
        """Log-scores of phones.

        Audio of more than 30 s goes through the model in pieces of 20 s with 2 s of context on
        either side, so that memory does not grow with the square of its length.

        Args:
            samples: 16 kHz mono, shape ``(frames,)``, float in [-1, 1].

        Returns:
            Shape ``(ceil(frames / 320), len(PHONES))``, float32.
        """
        if samples.size < 2 * HOP:
            raise BackendError(f"{samples.size} samples are too few to align: record some more")
        return np.concatenate([self._run(*piece) for piece in _pieces(samples)])

    def _run(self, samples: np.ndarray, skip: int, take: int) -> np.ndarray:
        log_probs, lengths = self._session.run(
            ["log_probs", "out_lengths"],
            {
                "waveform": samples[None].astype(np.float32, copy=False),
                "waveform_lengths": np.array([samples.size], np.int64),
            },
        )
        whole = log_probs[0][: int(np.ravel(lengths)[0])]
        return phone_scores(whole[skip : skip + take], self._weights)


def _pieces(samples: np.ndarray, whole: int = _WHOLE) -> Iterator[tuple[np.ndarray, int, int]]:
    """Pieces with the number of frames to leave out at their start, and to keep after that."""
    if samples.size <= whole:
        yield samples, 0, -(-samples.size // HOP)
        return
    for begin in range(0, samples.size, _STEP):
        left = max(0, begin - _CONTEXT)
        end = min(samples.size, begin + _STEP)
        yield (
            samples[left : min(samples.size, end + _CONTEXT)],
            (begin - left) // HOP,
            -(-(end - begin) // HOP),
        )
