"""Times of one load alone: a single stream and a batch are never averaged together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from evaluation.contracts import Row
from evaluation.run.timing import SINGLE, load_of


def of_one_load(rows: Sequence[Row]) -> tuple[list[Row], str | None]:
    """Rows with the times of the load that most of them were taken under.

    Args:
        rows: Rows of a run.

    Returns:
        The rows, and what a reader must know of the load; ``None`` for a single stream.
    """
    loads = [_load(row) for row in rows]
    counts = Counter(load for load in loads if load is not None)
    if set(counts) <= {SINGLE}:
        return list(rows), None
    chosen = max(counts, key=lambda load: (counts[load], load == SINGLE, load))
    kept = [
        row if load in (chosen, None) else _timeless(row)
        for row, load in zip(rows, loads, strict=True)
    ]
    others = ", ".join(f"{n} under {load}" for load, n in sorted(counts.items()) if load != chosen)
    note = f"Times are those of {counts[chosen]} rows taken under {chosen}"
    note += f"; {others} are left out." if others else "."
    if chosen != SINGLE:
        note += " They say what a machine gets through, not what one user waits."
    return kept, note


def _load(row: Row) -> str | None:
    said = row.response
    if said is None or said.error is not None or said.seconds is None:
        return None
    return load_of(said)


def _timeless(row: Row) -> Row:
    assert row.response is not None
    said = replace(row.response, seconds=None, first_token=None, first_audio=None)
    return replace(row, response=said)
