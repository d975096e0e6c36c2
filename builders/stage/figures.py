"""The figures of a stage, in the files that DVC, a spreadsheet and a person look into.

What a run cost stays apart from what it made: the same rows give the same figures, wherever and
however often they were made.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.stage.engine import StageMetrics

COLUMNS = ("subset", "rows", "rejected", "hours", "seconds", "asr_match", "error_rate", "mos")
"""Of the table; ``seconds`` is the mean duration of a row, and empty where nothing is spoken."""

_RUN = ("made", "cached", "would_call", "seconds")
_DRY = ("would_ask", "waiting")
_MEANS = ("asr_match", "error_rate", "mos")


def write_figures(folder: Path, found: Mapping[str, StageMetrics]) -> None:
    """Write the figures of a stage beside its folder.

    * ``<stage>.json``: rows in and out, rejections and quality, by subset.
    * ``<stage>.csv``: the same as a table with the columns ``COLUMNS``, for plots.
    * ``<stage>.total.json``: one figure each for the family, the stage's metrics for DVC.
    * ``<stage>.run.json``: engine calls and time of this run, by subset.

    Args:
        folder: Output folder of the stage, ``<work>/<family>/<stage>``.
        found: Metrics by subset.
    """
    values = {name: metrics.as_json() for name, metrics in found.items()}
    rows = {name: _without(value, (*_RUN, *_DRY)) for name, value in values.items()}
    runs = {name: {key: value[key] for key in _RUN} for name, value in values.items()}
    _write(folder.with_suffix(".json"), _json(rows))
    _write(folder.with_suffix(".csv"), _table(found))
    _write(folder.with_suffix(".total.json"), _json(total(found)))
    _write(folder.with_suffix(".run.json"), _json(runs))


@dataclass(frozen=True)
class SpokenFigures:
    """What the checks measured on all rows that were spoken, kept or not.

    Attributes:
        heard: Rows that a recogniser heard.
        match: Share of them whose text it heard (``asr_match``), 0–1; ``None`` where it heard none.
        error_rate: Their mean word or character error rate.
        mos: Mean predicted opinion score, 1–5.
        rejected: Rows that were not kept.
    """

    heard: int
    match: float | None
    error_rate: float | None
    mos: float | None
    rejected: int

    @property
    def match_text(self) -> str:
        """Match rate with its number of rows, or ``-``."""
        return "-" if self.match is None else f"{self.match:.1%} of {self.heard}"

    @property
    def error_text(self) -> str:
        """Error rate, or ``-``."""
        return "-" if self.error_rate is None else f"{self.error_rate:.3f}"

    @property
    def mos_text(self) -> str:
        """Opinion score, or ``-``."""
        return "-" if self.mos is None else f"{self.mos:.2f}"


def spoken_figures(metrics: Mapping[str, Any]) -> SpokenFigures:
    """Figures of the speech stage over the rows kept and those rejected.

    Args:
        metrics: Metrics of one subset, as ``<stage>.json`` has them.
    """
    kept, lost = metrics["quality"], metrics["quality"].get("rejected") or {}

    def both(value: str, count: str) -> float | None:
        parts = [(each.get(value), each.get(count, 0)) for each in (kept, lost)]
        known = [(mean, n) for mean, n in parts if mean is not None and n]
        rows = sum(n for _, n in known)
        return sum(mean * n for mean, n in known) / rows if rows else None

    return SpokenFigures(
        heard=kept.get("heard", 0) + lost.get("heard", 0),
        match=both("asr_match", "heard"),
        error_rate=both("error_rate", "heard"),
        mos=both("mos", "scored"),
        rejected=sum(metrics["rejected"].values()),
    )


def total(found: Mapping[str, StageMetrics]) -> dict[str, Any]:
    """Figures of all subsets together; means are weighted by rows, ``None`` if never measured."""
    made: dict[str, Any] = {
        "rows": sum(m.items_out for m in found.values()),
        "rejected": sum(_rejected(m) for m in found.values()),
        "errors": sum(m.errors for m in found.values()),
        "hours": round(sum(m.quality["hours"] for m in found.values()), 5),
    }
    for name in _MEANS:
        known = [(m.quality[name], m.items_out) for m in found.values()]
        known = [(value, rows) for value, rows in known if value is not None]
        weight = sum(rows for _, rows in known)
        mean = sum(value * rows for value, rows in known) / weight if weight else None
        made[name] = None if mean is None else round(mean, 4)
    return made


def _table(found: Mapping[str, StageMetrics]) -> str:
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for name, metrics in found.items():
        hours, rows = metrics.quality["hours"], metrics.items_out
        mean = round(3600 * hours / rows, 2) if rows and hours else None
        means = (metrics.quality[key] for key in _MEANS)
        table.writerow((name, rows, _rejected(metrics), hours, mean, *means))
    return text.getvalue()


def _rejected(metrics: StageMetrics) -> int:
    return sum(metrics.rejected.values())


def _without(value: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key not in keys}


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _write(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, "utf-8", newline="")
    part.replace(path)
