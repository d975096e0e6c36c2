"""Decisions on rows that a build does not have: a mistyped id, or a row that is gone."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq

from builders.review.queue import STAGES
from builders.text.review import read_history


def unknown(decisions: Path, folder: Path) -> list[str]:
    """Ids that a person decided on and that no stage has, neither as a row nor as a reject.

    Args:
        decisions: File of decisions; it need not exist.
        folder: ``<work>/<family>`` of a build whose stages have all run.
    """
    wanted = set(read_history(decisions))
    for stage in STAGES if wanted else ():
        for path in (folder / stage).glob("*.parquet"):
            wanted -= set(pq.read_table(path, columns=["id"])["id"].to_pylist())
        for path in (folder / stage).glob("*.rejects.jsonl"):
            with path.open(encoding="utf-8") as lines:
                wanted -= {json.loads(line)["id"] for line in lines}
    return sorted(wanted)


def told(ids: list[str], decisions: Path) -> str:
    """What to say about them, in one line."""
    more = f" and {len(ids) - 5} more" if len(ids) > 5 else ""
    return (
        f"{decisions}: decisions on rows that this build does not have, which change nothing: "
        f"{', '.join(ids[:5])}{more}. A row may have another id now, or be left out by a selection"
    )
