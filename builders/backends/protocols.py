"""What each kind of backend offers. A backend is any object with these attributes.

All audio is mono float32 in [-1, 1], shape ``(frames,)``. ``revision`` names the exact model, so
that a stored result is never mistaken for that of another model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from builders.item import Word


@dataclass(frozen=True)
class Voice:
    """One voice of a voice set (``recipes/voices/*.yaml``).

    Attributes:
        id: Id within the project, also published.
        engine: TTS backend that speaks it.
        name: What the engine calls it.
        language: ``en`` or ``zh``.
        gender: ``female``, ``male`` or ``None``.
        age: Age band such as ``20s`` or ``child``.
        accent: Accent such as ``us`` or ``gb``.
        emotion: Emotion of the prompt audio.
        prompt_audio: File to clone from.
        prompt_text: Words of ``prompt_audio``.
        license: Licence of the voice.
    """

    id: str
    engine: str
    name: str
    language: str
    gender: str | None = None
    age: str | None = None
    accent: str | None = None
    emotion: str | None = None
    prompt_audio: str | None = None
    prompt_text: str | None = None
    license: str = ""


@dataclass(frozen=True)
class Speech:
    """Result of a TTS engine.

    Attributes:
        samples: Shape ``(frames,)``.
        sampling_rate: In Hz, as the engine gives it.
        words: Word times, if the engine knows them.
    """

    samples: np.ndarray
    sampling_rate: int
    words: tuple[Word, ...] | None = None


@dataclass(frozen=True)
class Transcript:
    """Result of a recogniser.

    Attributes:
        text: What was heard.
        words: Word times, if the recogniser gives them.
        extra: Log-probabilities and the like.
    """

    text: str
    words: tuple[Word, ...] | None = None
    extra: dict[str, Any] = field(default_factory=dict)


class Backend(Protocol):
    """What every backend states."""

    name: str
    revision: str


class TTS(Backend, Protocol):
    """Text to speech.

    An engine that follows a style exactly, at unchanged words and timbre, may state so in an
    attribute ``exact_styles``: ranges by ``rate``, ``pitch`` (semitones) and ``volume`` (dB).
    """

    def synthesise(
        self, text: str, voice: Voice, *, seed: int = 0, style: dict[str, Any] | None = None
    ) -> Speech:
        """Speak ``text``; ``seed`` chooses the take. Raises :class:`BackendError`."""


class ASR(Backend, Protocol):
    """Speech recognition."""

    def transcribe(self, samples: np.ndarray, sampling_rate: int, language: str) -> Transcript:
        """Recognise speech in a known language. Raises :class:`BackendError`."""


class Aligner(Backend, Protocol):
    """Word times of a known text."""

    def align(
        self, samples: np.ndarray, sampling_rate: int, text: str, language: str
    ) -> tuple[Word, ...]:
        """Find every word of ``text``; each has start, end and span. Raises ``BackendError``."""


class MOS(Backend, Protocol):
    """Predicted mean opinion score."""

    def score(self, samples: np.ndarray, sampling_rate: int) -> float:
        """Score one clip, 1–5."""


class Emotion(Backend, Protocol):
    """Speech emotion recognition."""

    labels: Sequence[str]

    def classify(self, samples: np.ndarray, sampling_rate: int) -> dict[str, float]:
        """Probability of each label; they sum to 1."""


class LLM(Backend, Protocol):
    """Chat language model."""

    def chat(self, messages: list[dict[str, Any]], **settings: Any) -> str:
        """Answer of the model. Raises :class:`BackendError`."""
