"""What was done to a row, in a form that a published dataset can carry."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class StepRecord(_Record):
    """One step that changed the row.

    Attributes:
        step: Registered name of the step.
        version: Version of its code.
        params: Parameters it ran with.
        model: Id and revision of the model it asked, if any.
        prompt_hash: Hash of the prompt template, if any.
        note: What the step has to say about this row.
    """

    step: str
    version: int
    params: dict[str, Any] = Field(default_factory=dict)
    model: str | None = None
    prompt_hash: str | None = None
    note: str | None = None


class Speech(_Record):
    """How the audio was made.

    Attributes:
        engine: Name of the speech engine, or ``recorded``.
        revision: Revision of its model.
        voice: Voice id; several speakers are joined with ``+``.
        seed: Seed of the take that was kept.
        take: Number of the take that was kept, from 0.
        style: Speaking rate, pitch and other style parameters.
    """

    engine: str
    revision: str
    voice: str
    seed: int = 0
    take: int = 0
    style: dict[str, Any] = Field(default_factory=dict)


class Variant(_Record):
    """What was done to the audio after it was spoken.

    Attributes:
        condition: Registered name, such as ``white_noise``.
        level: Published level, such as ``snr_-5``.
        params: Everything that was drawn or fixed, and what was measured.
    """

    condition: str
    level: str
    params: dict[str, Any] = Field(default_factory=dict)


class Quality(_Record):
    """Measured quality of the audio; ``None`` means not measured.

    Attributes:
        asr_text: What the recogniser heard.
        asr_model: Recogniser and revision.
        normaliser: Versioned id of the text normaliser behind ``error_rate``.
        error_rate: Word (English) or character (Mandarin) error rate, 0–1 and above.
        asr_match: Whether both texts are equal after normalisation, or sound the same where the
            step lets homophones count (Mandarin: equal toned pinyin).
        mos: Predicted mean opinion score, 1–5.
        mos_model: Predictor and revision.
        emotion: Probability of each emotion.
        emotion_model: Classifier and revision.
        signal: Results of the signal checks.
    """

    asr_text: str | None = None
    asr_model: str | None = None
    normaliser: str | None = None
    error_rate: float | None = None
    asr_match: bool | None = None
    mos: float | None = None
    mos_model: str | None = None
    emotion: dict[str, float] | None = None
    emotion_model: str | None = None
    signal: dict[str, float] | None = None


class Provenance(_Record):
    """The whole history of a row.

    Attributes:
        steps: Steps in the order they ran.
        speech: How the audio was made.
        aligner: Name and revision of the word aligner.
        variant: What was done to the audio.
        quality: What was measured on it.
    """

    steps: tuple[StepRecord, ...] = ()
    speech: Speech | None = None
    aligner: str | None = None
    variant: Variant | None = None
    quality: Quality = Field(default_factory=Quality)

    def but(self, **changes: Any) -> Provenance:
        """Return a copy with some attributes replaced."""
        return self.model_copy(update=changes)

    def measured(self, **values: Any) -> Provenance:
        """Return a copy with some quality values replaced."""
        return self.but(quality=self.quality.model_copy(update=values))
