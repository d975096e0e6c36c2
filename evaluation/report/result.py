"""The scores of one run, with all that shaped them, as they stand in ``scores.json``."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from evaluation.contracts import Score

FORMAT = 1


@dataclass(frozen=True)
class Result:
    """Scores of one run.

    Attributes:
        run: Name of the run.
        suite: Name of the suite.
        model: Revision of the model that answered.
        scores: Scores by column, in the order of the suite.
        missing: Column → why → rows that could not be scored for it.
        shaped: What the short ids in the scores stand for: decoding settings, dataset revisions,
            judges with prompt hash and settings.
        notes: Sentences a reader must know, such as that a judge is lexical.
    """

    run: str
    suite: str
    model: str
    scores: Mapping[str, Score]
    missing: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    shaped: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def dump(self) -> dict[str, Any]:
        """JSON value; the same for the same run, whenever it is scored."""
        return {
            "format": FORMAT,
            "run": self.run,
            "suite": self.suite,
            "model": self.model,
            "notes": list(self.notes),
            "scores": {name: _dump(score) for name, score in self.scores.items()},
            "missing": {name: dict(why) for name, why in self.missing.items() if why},
            "shaped": dict(self.shaped),
        }

    def values(self) -> dict[str, float]:
        """Value by column, of the columns that have one: a short file for ``dvc metrics``."""
        found = {name: score.value for name, score in self.scores.items()}
        return {name: round(value, 4) for name, value in found.items() if value is not None}

    def save(self, path: Path) -> None:
        """Write the file; it appears complete or not at all."""
        _write(path, self.dump())

    def save_values(self, path: Path) -> None:
        """Write :meth:`values` in the same way."""
        _write(path, self.values())

    @classmethod
    def load(cls, path: Path) -> Result:
        """Read what :meth:`save` wrote.

        Raises:
            VivavoceError: There is no such file, or it is of another format.
        """
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise VivavoceError(f"{path} is missing: vivavoce score {path.parent}") from error
        if value.get("format") != FORMAT:
            raise VivavoceError(f"{path} is of another version: score the run again")
        return cls(
            run=value["run"],
            suite=value["suite"],
            model=value["model"],
            scores={name: _load(score) for name, score in value["scores"].items()},
            missing=value["missing"],
            shaped=value["shaped"],
            notes=tuple(value["notes"]),
        )


def _write(path: Path, value: Mapping[str, Any]) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def _dump(score: Score) -> dict[str, Any]:
    value: dict[str, Any] = {
        "metric": score.metric,
        "value": score.value,
        "unit": score.unit,
        "n": score.n,
        "total": score.total,
        "coverage": score.coverage,
        "interval": None if score.interval is None else list(score.interval),
        "ids": dict(score.ids),
    }
    if score.parts:
        value["parts"] = {name: _dump(part) for name, part in score.parts.items()}
    return value


def _load(value: Mapping[str, Any]) -> Score:
    span = value["interval"]
    return Score(
        metric=value["metric"],
        value=value["value"],
        n=value["n"],
        total=value["total"],
        interval=None if span is None else (span[0], span[1]),
        unit=value["unit"],
        ids=value["ids"],
        parts={name: _load(part) for name, part in value.get("parts", {}).items()},
    )
