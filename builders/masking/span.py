"""Masked stretches of time: widening by severity, and merging."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from builders.errors import VivavoceError


@dataclass(frozen=True)
class Span:
    """A stretch of audio and the words in it.

    Attributes:
        start: In seconds.
        end: In seconds.
        text: The words that are hidden.
    """

    start: float
    end: float
    text: str

    def as_dict(self) -> dict[str, Any]:
        """The published form."""
        return {"start": self.start, "end": self.end, "text": self.text}


@dataclass(frozen=True)
class Severity:
    """How far a mask reaches beyond the aligned words (EAR, section 5.3).

    Attributes:
        factor: Length of the mask over that of the words, around their centre; at least 1.
        ms: Milliseconds added on either side after that; at least 0.
    """

    factor: float = 1.0
    ms: float = 0.0

    def __post_init__(self) -> None:
        if not (1.0 <= self.factor < math.inf and 0.0 <= self.ms < math.inf):
            raise VivavoceError(
                f"mask severity: factor {self.factor} must be at least 1 and ms {self.ms} at "
                "least 0 and finite, for a shorter mask would let part of the words through"
            )

    @property
    def label(self) -> str:
        """Name of the level: ``minimal``, ``factor_1.5``, ``ms_100`` or both."""
        parts = [f"factor_{self.factor:g}"] if self.factor != 1.0 else []
        parts += [f"ms_{self.ms:g}"] if self.ms else []
        return "_".join(parts) or "minimal"


def widen(span: Span, severity: Severity, seconds: float) -> Span:
    """Widen a span around its centre, but not beyond the clip.

    Args:
        span: The words.
        severity: How far.
        seconds: Duration of the clip.
    """
    centre = (span.start + span.end) / 2
    half = (span.end - span.start) / 2 * severity.factor + severity.ms / 1000
    start, end = max(0.0, centre - half), min(seconds, centre + half)
    return Span(round(start, 5), round(end, 5), span.text)


def merge(spans: Iterable[Span], gap: float = 0.0) -> list[Span]:
    """Join spans that overlap or lie no more than ``gap`` seconds apart.

    Returns:
        Spans in order of time; the texts of joined ones are separated by a space.
    """
    merged: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        if merged and span.start <= merged[-1].end + gap:
            before = merged[-1]
            merged[-1] = Span(before.start, max(before.end, span.end), f"{before.text} {span.text}")
        else:
            merged.append(span)
    return merged


def overlaps(span: Span, others: Sequence[Span]) -> bool:
    """Whether a span shares any time with one of the others."""
    return any(span.start < other.end and other.start < span.end for other in others)
