"""The figures of a stage as a table, one row a subset, for plots and spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from builders.stage.engine import StageMetrics

COLUMNS = ("subset", "rows", "rejected", "hours", "seconds", "asr_match", "error_rate", "mos")
"""``seconds`` is the mean duration of a row; the last four are empty where nothing was measured."""


def write_table(path: Path, found: Mapping[str, StageMetrics]) -> None:
    """Write the figures of every subset as CSV.

    What a run cost stays out of it: the same rows give the same bytes, wherever they were made.

    Args:
        path: The file.
        found: Metrics by subset, in the order of the rows.
    """
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for name, metrics in found.items():
        quality, rows = metrics.quality, metrics.items_out
        hours = quality["hours"]
        spoken = hours > 0 and rows > 0
        table.writerow(
            (
                name,
                rows,
                sum(metrics.rejected.values()),
                hours,
                round(3600 * hours / rows, 2) if spoken else None,
                *(quality[key] for key in COLUMNS[5:]),
            )
        )
    part = path.with_name(f".{path.name}.part")
    part.write_text(text.getvalue(), "utf-8", newline="")
    part.replace(path)
