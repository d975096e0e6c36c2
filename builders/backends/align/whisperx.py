"""WhisperX: wav2vec 2.0 characters aligned with a known text (Bain et al., 2023).

WhisperX is given one segment at a time, as plain words without punctuation and with numbers read
out: it would align a digit with whatever is there, drop sentences it cannot time, and move words
between sentences. What it returns is counted against what it was given; words it has no times for
are timed by rule and marked (:mod:`builders.backends.align.fill`).
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Sequence
from functools import cached_property
from importlib import metadata
from typing import Any

import numpy as np

from builders.audio.io import to_rate
from builders.backends.align.fill import Placed, fill
from builders.backends.align.nltk_data import provide_punkt
from builders.backends.align.pronounce import reading
from builders.backends.align.segments import Segment, cut
from builders.backends.align.tokens import Token, tokenise
from builders.errors import BackendError, MissingExtraError, VivavoceError, unknown_name
from builders.item import Word

RATE = 16_000
MODELS = {
    "en": "WAV2VEC2_ASR_BASE_960H",
    "zh": "jonatasgrosman/wav2vec2-large-xlsr-53-chinese-zh-cn",
}
"""Models that WhisperX itself takes by default: a torchaudio bundle and a Hub repository."""

_LOG = logging.getLogger(__name__)
_KEPT = re.compile(r"[^\w']+|_")


class WhisperX:
    """Forced alignment by the ``whisperx`` package.

    Args:
        models: Model by language: a torchaudio bundle, a Hub repository or a local folder.
        device: ``cpu`` or ``cuda``.
        cache_only: True to use only what is on disk already.
        model_dir: Folder of downloaded models; the package's own default otherwise.
        longest: Audio that is aligned at once, in seconds; longer audio is cut at pauses that the
            embedded aligner finds.
    """

    name = "whisperx"

    def __init__(
        self,
        models: dict[str, str] | None = None,
        device: str = "cpu",
        cache_only: bool = False,
        model_dir: str | None = None,
        longest: float = 30.0,
    ) -> None:
        self._models = {**MODELS, **(models or {})}
        self._device = device
        self._options = {"model_dir": model_dir, "model_cache_only": cache_only}
        self._longest = longest
        self._loaded: dict[str, tuple[Any, dict[str, Any]]] = {}
        self._lock = threading.Lock()

    @cached_property
    def revision(self) -> str:
        """Version of the package and the models.

        Raises:
            MissingExtraError: The package is not installed.
        """
        try:
            version = metadata.version("whisperx")
        except metadata.PackageNotFoundError as error:
            raise MissingExtraError("whisperx", "whisperx") from error
        models = ",".join(f"{k}={v}" for k, v in sorted(self._models.items()))
        return f"{version};{models};longest-{self._longest:g}"

    def align(
        self, samples: np.ndarray, sampling_rate: int, text: str, language: str
    ) -> tuple[Word, ...]:
        """Find every word of ``text``; see :class:`builders.backends.protocols.Aligner`.

        Raises:
            BackendError: The text has no words, or none of them was found.
            MissingExtraError: The package is not installed.
        """
        tokens = tokenise(text)
        if not tokens:
            raise BackendError(f"nothing to align: the text {text!r} has no words")
        samples = to_rate(samples, sampling_rate, RATE)
        segments = cut(samples, RATE, text, tokens, language, self._longest)
        return self.align_segments(samples, text, tokens, segments, language)

    def align_segments(
        self,
        samples: np.ndarray,
        text: str,
        tokens: Sequence[Token],
        segments: Sequence[Segment],
        language: str,
    ) -> tuple[Word, ...]:
        """Align a text whose segments have known places.

        Args:
            samples: 16 kHz mono, shape ``(frames,)``.
            text: The transcript.
            tokens: Its words.
            segments: Which words are said when.
            language: ``en`` or ``zh``.

        Raises:
            BackendError: None of the words was found.
        """
        placed: list[Placed | None] = [None] * len(tokens)
        for segment in segments:
            part = tokens[segment.first : segment.stop]
            said = [_plain(reading(token, text, language), language) for token in part]
            found = self._segment(samples, segment, said, language)
            placed[segment.first : segment.stop] = found
        return fill(placed, tokens, samples.size / RATE)

    def _segment(
        self, samples: np.ndarray, segment: Segment, said: Sequence[str], language: str
    ) -> list[Placed | None]:
        model, about = self._model(language)
        joint = "" if language == "zh" else " "
        line = joint.join(s for s in said if s)
        if not line:
            return [None] * len(said)
        import whisperx

        provide_punkt()
        given = [{"start": segment.start, "end": segment.end, "text": line}]
        result = whisperx.align(given, model, about, np.asarray(samples), self._device)
        units = result["word_segments"]
        counts = [len(s) if language == "zh" else len(s.split()) for s in said]
        if sum(counts) != len(units):
            _LOG.warning(
                "whisperx placed %d of %d units between %.2f s and %.2f s; "
                "their words are timed by rule",
                len(units),
                sum(counts),
                segment.start,
                segment.end,
            )
            return [None] * len(said)
        placed, position = [], 0
        for count in counts:
            placed.append(_placed(units[position : position + count]))
            position += count
        return placed

    def _model(self, language: str) -> tuple[Any, dict[str, Any]]:
        if language not in self._models:
            raise unknown_name("language", language, self._models, "whisperx")
        with self._lock:
            if language not in self._loaded:
                self._loaded[language] = self._load(language)
            return self._loaded[language]

    def _load(self, language: str) -> tuple[Any, dict[str, Any]]:
        try:
            import whisperx
        except ImportError as error:
            raise MissingExtraError("whisperx", "whisperx") from error
        name = self._models[language]
        try:
            model: tuple[Any, dict[str, Any]] = whisperx.load_align_model(
                language, self._device, model_name=name, **self._options
            )
        except (ValueError, OSError) as error:
            raise VivavoceError(
                f"whisperx cannot load the model '{name}' for '{language}': {error}; give a "
                "local folder under models, or leave cache_only out to download it"
            ) from error
        return model


def _plain(said: str, language: str) -> str:
    """Only what the model can hear: no punctuation, and no white space within Chinese."""
    plain = _KEPT.sub("" if language == "zh" else " ", said.replace("’", "'"))
    return plain.strip().lower()


def _placed(units: Sequence[dict[str, Any]]) -> Placed | None:
    """Times of a word from those of its parts; parts without a score were only interpolated."""
    heard = [u for u in units if "score" in u and "start" in u]
    if not heard:
        return None
    end = heard[-1].get("end") if heard[-1] is units[-1] else None
    score = float(np.mean([u["score"] for u in heard]))
    return Placed(float(heard[0]["start"]), None if end is None else float(end), score)
