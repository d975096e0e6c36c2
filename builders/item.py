"""The one record that walks through every step of a build."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from builders.audio.clip import SAMPLING_RATE, Clip
from builders.errors import unknown_name
from builders.provenance import Provenance


class Word(BaseModel):
    """A word with its place in the audio and in the text.

    Attributes:
        text: The word as it stands in the transcript.
        start: Start in seconds.
        end: End in seconds.
        score: Confidence in [0, 1]; ``None`` where the backend has none.
        span: Character range ``(begin, end)`` of the word in the transcript.
        filled: True where the backend gave no time and a rule filled it in.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    start: float
    end: float
    score: float | None = None
    span: tuple[int, int] | None = None
    filled: bool = False


class Item(BaseModel):
    """One row on its way from source text to published dataset.

    Attributes:
        id: Stable id, derived from the source's own id and never from a position.
        prompt: The text of the row as a reader sees it.
        language: ``en`` or ``zh``: the language that is spoken.
        reference: Expected answer, if the row has one.
        spoken: What the voice says: ``prompt`` with numbers and symbols written out.
        fields: Family-specific columns, JSON values only.
        words: Word times of ``audio``.
        provenance: What was done to the row; every step adds to it.
        source_id: Id of the row at its source.
        source_revision: Revision of the source.
        license: SPDX name or short licence text of the source.
        audio: The speech; kept outside the JSON form.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    id: str = Field(min_length=1)
    prompt: str
    language: str
    reference: str | None = None
    spoken: str | None = None
    fields: dict[str, Any] = Field(default_factory=dict)
    words: tuple[Word, ...] | None = None
    provenance: Provenance = Field(default_factory=Provenance)
    source_id: str
    source_revision: str
    license: str
    audio: Clip | None = Field(default=None, exclude=True, repr=False)

    def but(self, **changes: Any) -> Item:
        """Return a copy with some attributes replaced.

        Raises:
            VivavoceError: There is no attribute of that name; the message names the closest.
        """
        for name in changes:
            if name not in Item.model_fields:
                raise unknown_name("attribute", name, Item.model_fields, f"row '{self.id}'")
        return self.model_copy(update=changes)

    def with_fields(self, **fields: Any) -> Item:
        """Return a copy with some family-specific columns added or replaced."""
        return self.but(fields={**self.fields, **fields})

    def with_audio(self, samples: Any, sampling_rate: int = SAMPLING_RATE) -> Item:
        """Return a copy that speaks ``samples`` (shape ``(frames,)``, float in [-1, 1])."""
        return self.but(audio=Clip.from_samples(samples, sampling_rate))

    @property
    def clip(self) -> Clip:
        """The audio of a row that must have one.

        Raises:
            ValueError: The row has no audio yet.
        """
        if self.audio is None:
            raise ValueError(f"row '{self.id}' has no audio yet: a speech step must come first")
        return self.audio

    @property
    def transcript(self) -> str:
        """The words that are in the audio: ``spoken`` where set, else ``prompt``."""
        return self.prompt if self.spoken is None else self.spoken
