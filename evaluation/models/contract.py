"""What a model is asked, what it answers, and what an adapter offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from builders.redact import redact
from evaluation.contracts import Example


@dataclass(frozen=True)
class Turn:
    """An earlier turn of a conversation, as text.

    Attributes:
        role: ``user`` or ``assistant``.
        text: What was said.
    """

    role: str
    text: str


@dataclass(frozen=True)
class Question:
    """One call of a model.

    Attributes:
        example: The row behind it. An adapter that answers by itself reads nothing of it but
            its names; the reference is never shown to a model.
        audio: What is spoken to the model: encoded audio (FLAC, WAV, …), or ``None``.
        text: What is written to the model, after the audio.
        history: Earlier turns.
        system: System prompt.
        sample: Number of the sample of this row, from 0.
        seed: Seed of this call, where the model takes one.
    """

    example: Example
    audio: bytes | None = field(default=None, repr=False)
    text: str | None = None
    history: tuple[Turn, ...] = ()
    system: str | None = None
    sample: int = 0
    seed: int = 0

    @property
    def id(self) -> str:
        """Id of the response: that of the row, with ``#n`` for samples after the first."""
        return self.example.id if not self.sample else f"{self.example.id}#{self.sample}"

    @property
    def label(self) -> str:
        """Config, split and id, for logs and keys."""
        return f"{self.example.config}/{self.example.split}/{self.id}"


@dataclass(frozen=True)
class Spoken:
    """A spoken answer.

    Attributes:
        samples: Mono float32 in [-1, 1], shape ``(frames,)``.
        sampling_rate: In Hz, as the model gave it.
    """

    samples: np.ndarray = field(repr=False)
    sampling_rate: int

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return float(self.samples.shape[0] / self.sampling_rate)


@dataclass(frozen=True)
class Answer:
    """Outcome of one question; attributes as in :class:`evaluation.contracts.Response`.

    ``usage`` says under which load a time was taken: ``batch`` where rows were generated
    together (``seconds`` is then the share of one row), ``streams`` where calls were in flight
    beside one another. Neither stands there for a single stream.
    """

    text: str | None = None
    speech: Spoken | None = None
    asr_text: str | None = None
    seconds: float | None = None
    first_token: float | None = None
    first_audio: float | None = None
    duration: float | None = None
    usage: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None


class Model(Protocol):
    """A model under examination.

    More attributes may be there: ``hears = False`` for an adapter that is given no audio,
    ``warm_up``, the rows asked first and thrown away where the caller names no number,
    ``parallel``, the rows worked on at once, and for a model that may cost money ``price`` (or
    ``None``) and ``expected_tokens`` of a question and of an answer.

    Attributes:
        name: Name of the adapter.
        revision: The exact model, such as ``Qwen/Qwen2-Audio-7B-Instruct@<commit>``.
    """

    name: str
    revision: str

    def settings(self) -> dict[str, Any]:
        """All that shapes the answers, as JSON values without secrets."""

    def answers(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Answer]]:
        """Answer questions; the order is free.

        ``questions`` is read as there is room for work, so a long run never holds all audio. A
        question that fails has an answer with ``error``.

        Raises:
            VivavoceError: No question can succeed (wrong key, missing weights, used-up budget).
        """

    def close(self) -> None:
        """Free what the model holds."""


def failed(error: str | Exception) -> Answer:
    """Answer that says why there is none; a failed call as ``kind: detail``, without the row."""
    kind, detail = getattr(error, "kind", None), getattr(error, "detail", None)
    text = f"{kind}: {detail}" if kind and detail else str(error)
    return Answer(error=redact(" ".join(text.split()))[:1000] or type(error).__name__)
