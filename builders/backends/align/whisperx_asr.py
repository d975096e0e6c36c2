"""WhisperX as a recogniser: Whisper over voice activity, then word times by alignment."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from builders.audio.io import to_rate
from builders.backends.align.segments import Segment
from builders.backends.align.tokens import tokenise
from builders.backends.align.whisperx import RATE, WhisperX
from builders.backends.once import once
from builders.backends.protocols import Transcript
from builders.errors import MissingExtraError, VivavoceError


class WhisperXRecogniser:
    """Transcribe speech whose words are not known, then align what was heard.

    Args:
        model: Size such as ``large-v3`` (the paper's), a repository or a local folder.
        device: ``cpu`` or ``cuda``.
        compute_type: Such as ``int8`` or ``float16``.
        threads: CPU threads.
        batch_size: Pieces that are recognised at once.
        cache_only: True to use only what is on disk already.
        align_models: Alignment model by language; see :class:`WhisperX`.
        max_new_tokens: Longest output of a piece, in tokens: Whisper repeats itself on noise.
    """

    name = "whisperx"

    def __init__(
        self,
        model: str = "large-v3",
        device: str = "cpu",
        compute_type: str = "int8",
        threads: int = 1,
        batch_size: int = 1,
        cache_only: bool = False,
        align_models: dict[str, str] | None = None,
        max_new_tokens: int = 200,
    ) -> None:
        self._source = model
        self._options = {
            "device": device,
            "compute_type": compute_type,
            "threads": threads,
            "local_files_only": cache_only,
            "asr_options": {"max_new_tokens": max_new_tokens, "temperatures": [0.0]},
        }
        self._batch = batch_size
        self._aligner = WhisperX(align_models, device, cache_only)
        self._settings = f"{model};{compute_type};threads-{threads};max-{max_new_tokens}"

    @cached_property
    def revision(self) -> str:
        """Versions and models of recogniser and aligner."""
        return f"{self._aligner.revision};{self._settings}"

    def transcribe(self, samples: np.ndarray, sampling_rate: int, language: str) -> Transcript:
        """Recognise speech in a known language and time its words.

        Args:
            samples: Mono, shape ``(frames,)``.
            sampling_rate: In Hz; converted to 16 kHz.
            language: ``en`` or ``zh``.

        Returns:
            Text with words; without words where nothing was heard.

        Raises:
            BackendError: No word could be placed.
            VivavoceError: The model cannot be had.
            MissingExtraError: The package is not installed.
        """
        samples = to_rate(samples, sampling_rate, RATE)
        heard = self._model.transcribe(
            np.ascontiguousarray(samples), batch_size=self._batch, language=language
        )["segments"]
        texts = [s["text"].strip() for s in heard]
        text = " ".join(texts)
        tokens = tokenise(text)
        if not tokens:
            return Transcript(text, ())
        segments, offset, first = [], 0, 0
        for piece, line in zip(heard, texts, strict=True):
            offset += len(line) + 1
            stop = next((i for i, t in enumerate(tokens) if t.begin >= offset), len(tokens))
            if stop > first:
                segments.append(Segment(piece["start"], piece["end"], first, stop))
            first = stop
        words = self._aligner.align_segments(samples, text, tokens, segments, language)
        return Transcript(text, words, {"segments": len(segments)})

    @once
    def _model(self) -> Any:
        try:
            import whisperx
        except ImportError as error:
            raise MissingExtraError("whisperx", "whisperx") from error
        try:
            return whisperx.load_model(self._source, **self._options)
        except (ValueError, OSError, RuntimeError) as error:
            raise VivavoceError(f"whisperx cannot load '{self._source}': {error}") from error
