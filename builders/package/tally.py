"""Counts and figures of a split's rows, gathered while they are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from builders.item import Item

_BINS = {
    "seconds": (0.0, 60.0, 30),
    "error_rate": (0.0, 1.0, 20),
    "mos": (1.0, 5.0, 16),
}
"""Histogram range and number of bins; values outside count in the first or last bin."""


class Tally:
    """Running totals; :meth:`facts` is a JSON value that adds up over splits."""

    def __init__(self) -> None:
        self.rows = 0
        self._values: dict[str, list[float]] = {name: [] for name in _BINS}
        self._counts: dict[str, Counter[str]] = {
            name: Counter()
            for name in (
                "language",
                "license",
                "material",
                "source_revision",
                "engine",
                "voice",
                "step",
                "model",
                "prompt_hash",
                "condition",
                "aligner",
                "asr_match",
                "measured_by",
            )
        }

    def add(self, item: Item, seconds: float) -> None:
        """Count one row whose published audio lasts ``seconds``."""
        self.rows += 1
        count, history = self._counts, item.provenance
        count["language"][item.language] += 1
        count["license"][item.license] += 1
        count["source_revision"][item.source_revision] += 1
        if history.speech is not None:
            count["engine"][f"{history.speech.engine} @ {history.speech.revision}"] += 1
            count["voice"][history.speech.voice] += 1
        for record in history.steps:
            count["step"][f"{record.step} v{record.version}"] += 1
            if record.model:
                count["model"][f"{record.step}: {record.model}"] += 1
            if record.prompt_hash:
                count["prompt_hash"][f"{record.step}: {record.prompt_hash}"] += 1
        if history.variant is not None:
            count["condition"][f"{history.variant.condition} {history.variant.level}"] += 1
            count["material"].update(set(_mixed_in(history.variant.params)))
        if history.aligner:
            count["aligner"][history.aligner] += 1
        quality = history.quality
        if quality.asr_match is not None:
            count["asr_match"]["equal" if quality.asr_match else "different"] += 1
        for name in (quality.asr_model, quality.mos_model, quality.emotion_model):
            if name:
                count["measured_by"][name] += 1
        self._values["seconds"].append(seconds)
        if quality.error_rate is not None:
            self._values["error_rate"].append(quality.error_rate)
        if quality.mos is not None:
            self._values["mos"].append(quality.mos)

    def facts(self) -> dict[str, Any]:
        """Totals as a JSON value; the same whatever order the rows came in."""
        made: dict[str, Any] = {"rows": self.rows}
        for name, values in self._values.items():
            made[name] = _summary(sorted(values), *_BINS[name])
        for name, counter in self._counts.items():
            made[name] = dict(sorted(counter.items()))
        return made


def _mixed_in(value: Any) -> Iterator[str]:
    """Licences of the sounds that a variant's parameters say were drawn, however deep."""
    if isinstance(value, dict):
        if "corpus" in value and "license" in value:
            yield from str(value["license"]).split("; ")
        for part in value.values():
            yield from _mixed_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _mixed_in(part)


def _summary(values: list[float], low: float, high: float, bins: int) -> dict[str, Any] | None:
    if not values:
        return None
    array = np.asarray(values, dtype=np.float64)
    counts, _ = np.histogram(np.clip(array, low, high), bins=bins, range=(low, high))
    return {
        "n": len(values),
        "total": round(float(array.sum()), 6),
        "min": round(float(array[0]), 6),
        "max": round(float(array[-1]), 6),
        "histogram": {"low": low, "high": high, "counts": counts.tolist()},
    }


def together(facts: list[dict[str, Any]]) -> dict[str, Any]:
    """Add the totals of several splits or configs up."""
    total: dict[str, Any] = {"rows": sum(f["rows"] for f in facts)}
    for name in _BINS:
        parts = [f[name] for f in facts if f.get(name)]
        total[name] = _joined(parts) if parts else None
    for name in Tally()._counts:
        counter: Counter[str] = Counter()
        for part in facts:
            counter.update(part.get(name) or {})
        total[name] = dict(sorted(counter.items()))
    return total


def _joined(parts: list[dict[str, Any]]) -> dict[str, Any]:
    histogram = parts[0]["histogram"]
    counts = np.sum([part["histogram"]["counts"] for part in parts], axis=0)
    return {
        "n": sum(part["n"] for part in parts),
        "total": round(sum(part["total"] for part in parts), 6),
        "min": min(part["min"] for part in parts),
        "max": max(part["max"] for part in parts),
        "histogram": {**histogram, "counts": counts.tolist()},
    }
