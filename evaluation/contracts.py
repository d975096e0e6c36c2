"""The contracts of an examination: what is asked, answered, judged and scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np


@dataclass(frozen=True)
class Example:
    """One row of a published dataset.

    Attributes:
        id: Row id, unique within the dataset.
        family: ``voicebench``, ``vocalbench_zh``, ``ear``, …
        config: Config of the dataset.
        split: Split of the config.
        prompt: Text form of what is asked.
        language: ``en`` or ``zh``.
        reference: Expected answer.
        fields: All other columns but audio.
        audio: Encoded audio bytes, or ``None``.
        source_id: Id of the source row; variants of one row share it.
    """

    id: str
    family: str
    config: str
    split: str
    prompt: str
    language: str
    reference: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    audio: bytes | None = field(default=None, repr=False)
    source_id: str = ""


@dataclass(frozen=True)
class Response:
    """What a model answered; an error is never an answer.

    Attributes:
        id: Id of the example.
        text: Answer text; ``None`` where there is none.
        audio: Path of the spoken answer, relative to the run's folder.
        asr_text: What the recogniser heard in the spoken answer.
        seconds: Generation time, in seconds.
        first_token: Time to the first token, in seconds.
        first_audio: Time to the first audio, in seconds.
        duration: Duration of the spoken answer, in seconds.
        usage: Token counts and the like.
        error: Why there is no answer.
    """

    id: str
    text: str | None = None
    audio: str | None = None
    asr_text: str | None = None
    seconds: float | None = None
    first_token: float | None = None
    first_audio: float | None = None
    duration: float | None = None
    usage: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None


@dataclass(frozen=True)
class Judgement:
    """What a judge or a measuring model said of one response.

    Attributes:
        id: Id of the example.
        task: What was asked of the judge, such as ``score`` or ``repair``.
        judge: Judge id, with model and prompt version.
        score: Number, where the task asks for one.
        category: Label, where the task asks for one (``yes``, ``explicit_repair``, …).
        raw: Reply as it came.
        reason: The judge's reason.
        error: Why there is neither score nor category.
    """

    id: str
    task: str
    judge: str
    score: float | None = None
    category: str | None = None
    raw: str = ""
    reason: str | None = None
    error: str | None = None


@dataclass(frozen=True)
class Row:
    """An example with all that is known of its answer; judgements by task."""

    example: Example
    response: Response | None = None
    judgements: Mapping[str, Judgement] = field(default_factory=dict)


def ratio(sums: np.ndarray) -> np.ndarray:
    """Default combination: first component over second, shape ``(..., 2) -> (...)``."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(sums[..., 0] / sums[..., 1])


@dataclass(frozen=True)
class Metric:
    """A metric as sums over rows, so that any resampling of rows can be scored.

    Attributes:
        name: Name, such as ``wer`` or ``per_released``.
        version: Raised whenever the same rows would give another value.
        measure: Components of one row, or ``None`` where the row cannot be scored. A mean
            gives ``(value, 1)``, an error rate ``(edits, reference length)``.
        combine: From summed components, shape ``(..., k)``, to values, shape ``(...)``.
        unit: ``proportion`` is stored 0–1 and printed in %.
        needs: Judge tasks or response parts the metric needs.
        higher_is_better: Direction.
        components: Number of components of ``measure``.
    """

    name: str
    version: int
    measure: Callable[[Row], tuple[float, ...] | None]
    combine: Callable[[np.ndarray], np.ndarray] = ratio
    unit: Literal["proportion", "score", "ratio", "seconds"] = "proportion"
    needs: tuple[str, ...] = ()
    higher_is_better: bool = True
    components: int = 2


@dataclass(frozen=True)
class Score:
    """A value with everything needed to trust it.

    Attributes:
        metric: Metric id ``name@version``.
        value: The value; ``None`` where nothing could be scored.
        n: Rows scored.
        total: Rows that should have been scored.
        interval: 95 % interval.
        unit: As in :class:`Metric`.
        ids: Ids of dataset revision, judge, prompt version, normaliser, decoding settings.
        parts: Scores of categories or sub-sets.
    """

    metric: str
    value: float | None
    n: int
    total: int
    interval: tuple[float, float] | None = None
    unit: str = "proportion"
    ids: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Score] = field(default_factory=dict)

    @property
    def coverage(self) -> float:
        """Share of rows scored, 0–1."""
        return self.n / self.total if self.total else 0.0
