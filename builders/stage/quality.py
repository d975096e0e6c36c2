"""Running figures over the rows of a stage: hours of audio, match rate, opinion score."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from builders.item import Item


@dataclass
class _Mean:
    total: float = 0.0
    n: int = 0

    def add(self, value: float | bool | None) -> None:
        if value is not None:
            self.total, self.n = self.total + float(value), self.n + 1

    @property
    def value(self) -> float | None:
        return round(self.total / self.n, 4) if self.n else None


@dataclass
class QualityTally:
    """Figures of the rows seen so far.

    Attributes:
        seconds: Duration of all audio.
    """

    seconds: float = 0.0
    _match: _Mean = field(default_factory=_Mean)
    _error: _Mean = field(default_factory=_Mean)
    _mos: _Mean = field(default_factory=_Mean)

    def add(self, item: Item) -> None:
        """Count one row."""
        if item.audio is not None:
            self.seconds += item.audio.seconds
        quality = item.provenance.quality
        self._match.add(quality.asr_match)
        self._error.add(quality.error_rate)
        self._mos.add(quality.mos)

    def as_json(self) -> dict[str, Any]:
        """Figures; those that no row has are ``None``."""
        return {
            "hours": round(self.seconds / 3600, 5),
            "asr_match": self._match.value,
            "error_rate": self._error.value,
            "mos": self._mos.value,
            "heard": self._match.n,
            "scored": self._mos.n,
        }
