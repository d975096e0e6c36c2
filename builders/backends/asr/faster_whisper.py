"""Whisper through faster-whisper (CTranslate2): any size, and the embedded base model.

The language is always given, decoding is greedy-beam at temperature 0 without fallback, and the
length of the output is bounded by that of the clip, because Whisper repeats itself for ever on
noise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from builders.audio import SAMPLING_RATE, to_rate
from builders.backends.once import once
from builders.backends.protocols import Transcript
from builders.backends.stated import stated_revision
from builders.errors import BackendError, VivavoceError
from builders.item import Word

# A prompt in simplified characters keeps Whisper from answering in traditional ones.
_PROMPTS = {"zh": "以下是普通话的句子。"}

# Mandarin takes two tokens a character: 11 a second at the usual pace, and up to twice that.
_TOKENS = 60
_TOKENS_PER_SECOND = 20

_LARGE_V3 = "edaa852ec7e145841d8ffdb056a99866b5f0a478"


class FasterWhisper:
    """A Whisper model of faster-whisper.

    Args:
        model: Size such as ``large-v3``, a Hub repository, or a folder.
        revision: Commit of the repository, or what to call the version of a folder; only
            ``large-v3``, the papers' model, needs none.
        device: ``cpu``, ``cuda`` or ``auto``.
        compute_type: Such as ``int8`` or ``float16``.
        threads: CPU threads of one call.
        beam_size: Width of the beam.
        max_new_tokens: Longest output of a 30 s window, in tokens; shorter clips get fewer. The
            model holds 448 with the prompt.
        word_timestamps: Whether to give word times.
    """

    name = "faster_whisper"

    def __init__(
        self,
        model: str = "large-v3",
        revision: str | None = None,
        device: str = "auto",
        compute_type: str = "default",
        threads: int = 1,
        beam_size: int = 5,
        max_new_tokens: int = 400,
        word_timestamps: bool = False,
    ) -> None:
        if revision is None and model == "large-v3":
            revision = _LARGE_V3
        self._source = model
        self._load = {"device": device, "compute_type": compute_type, "cpu_threads": threads}
        self._hub_revision: str | None = stated_revision(revision, model, self.name)
        self._beam = beam_size
        self._longest = max_new_tokens
        self._words = word_timestamps
        self.revision = (
            f"{model}@{revision};{compute_type};threads-{threads};"
            f"beam-{beam_size};max-{max_new_tokens}"
        )

    def transcribe(self, samples: np.ndarray, sampling_rate: int, language: str) -> Transcript:
        """Recognise speech.

        Args:
            samples: Shape ``(frames,)``.
            sampling_rate: In Hz; converted to 16 kHz.
            language: ``en`` or ``zh``; never guessed.

        Raises:
            BackendError: The model failed on these samples.
        """
        audio = np.ascontiguousarray(to_rate(samples, sampling_rate, SAMPLING_RATE))
        model = self._model
        try:
            found, _ = model.transcribe(
                audio,
                language=language,
                beam_size=self._beam,
                temperature=0.0,
                initial_prompt=_PROMPTS.get(language),
                condition_on_previous_text=False,
                max_new_tokens=self._most_tokens(len(audio) / SAMPLING_RATE),
                word_timestamps=self._words,
                without_timestamps=len(audio) < 28 * SAMPLING_RATE and not self._words,
            )
            segments = list(found)
        except (RuntimeError, ValueError) as error:
            raise BackendError(f"{self.name} {self._source}: {error}") from error
        text = _simplified("".join(s.text for s in segments).strip(), language)
        return Transcript(text, self._times(segments), _confidence(segments))

    def languages(self, samples: np.ndarray, sampling_rate: int) -> dict[str, float]:
        """Probability of each language that the model knows, from the first 30 s.

        Args:
            samples: Shape ``(frames,)``.
            sampling_rate: In Hz; converted to 16 kHz.

        Raises:
            BackendError: The model failed, or knows one language alone.
        """
        audio = np.ascontiguousarray(to_rate(samples, sampling_rate, SAMPLING_RATE))
        model = self._model
        try:
            _, _, found = model.detect_language(audio)
        except (RuntimeError, ValueError) as error:
            raise BackendError(f"{self.name} {self._source}: {error}") from error
        if not found:
            raise BackendError(f"{self.name} {self._source} cannot tell languages apart")
        return {language: float(p) for language, p in found}

    def _most_tokens(self, seconds: float) -> int:
        return min(self._longest, _TOKENS + round(_TOKENS_PER_SECOND * min(seconds, 30.0)))

    def _times(self, segments: list[Any]) -> tuple[Word, ...] | None:
        if not self._words:
            return None
        return tuple(
            Word(text=w.word.strip(), start=w.start, end=w.end, score=w.probability)
            for s in segments
            for w in s.words or ()
        )

    def _folder(self) -> str:
        return self._source

    @once
    def _model(self) -> Any:
        from faster_whisper import WhisperModel

        folder = self._folder()
        try:
            return WhisperModel(folder, revision=self._hub_revision, **self._load)
        except (OSError, RuntimeError, ValueError) as error:
            raise VivavoceError(
                f"{self.name} {self._source} cannot be loaded ({error}); its option 'model' may "
                "name a folder that holds it"
            ) from error


class EmbeddedWhisper(FasterWhisper):
    """Whisper base (int8) from the project's own weights; see :class:`FasterWhisper`."""

    name = "whisper_base"

    def __init__(self, threads: int = 1, beam_size: int = 5, max_new_tokens: int = 400) -> None:
        from builders.weights import weights_revision

        super().__init__(
            model="whisper-base",
            revision=weights_revision("whisper-base"),
            device="cpu",
            compute_type="int8",
            threads=threads,
            beam_size=beam_size,
            max_new_tokens=max_new_tokens,
        )

    def _folder(self) -> str:
        from builders.weights import weights_path

        self._hub_revision = None
        return str(weights_path("whisper-base"))


def _confidence(segments: list[Any]) -> dict[str, Any]:
    if not segments:
        return {"avg_logprob": None, "no_speech_prob": None}
    return {
        "avg_logprob": round(float(np.mean([s.avg_logprob for s in segments])), 4),
        "no_speech_prob": round(float(max(s.no_speech_prob for s in segments)), 4),
    }


def _simplified(text: str, language: str) -> str:
    if language != "zh":
        return text
    from opencc import OpenCC

    return str(OpenCC("t2s").convert(text))
