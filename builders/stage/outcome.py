"""Results of a step in the form that the item store keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builders.audio import Clip
from builders.item import Item
from builders.step import Outcome, Rejected


def as_list(outcome: Outcome) -> list[Item | Rejected]:
    """A step may return one row, one rejection, or several of either.

    Raises:
        TypeError: It returned something else.
    """
    found = [outcome] if isinstance(outcome, (Item, Rejected)) else outcome
    if not isinstance(found, (list, tuple)) or not all(
        isinstance(each, (Item, Rejected)) for each in found
    ):
        raise TypeError(f"a step returns a row, Rejected, or a list of them, not {outcome!r:.60}")
    return list(found)


def pack(outcomes: Sequence[Item | Rejected]) -> tuple[list[dict[str, Any]], bytes]:
    """JSON part and audio bytes of some outcomes."""
    rows: list[dict[str, Any]] = []
    data = bytearray()
    for outcome in outcomes:
        item = outcome if isinstance(outcome, Item) else outcome.item
        row: dict[str, Any] = {"item": None if item is None else item.model_dump(mode="json")}
        if isinstance(outcome, Rejected):
            row["rejected"] = [outcome.reason, outcome.detail, outcome.review]
        if item is not None and item.audio is not None:
            audio = item.audio
            row["audio"] = [len(data), len(audio.data), audio.sampling_rate, audio.frames]
            data += audio.data
        rows.append(row)
    return rows, bytes(data)


def unpack(rows: Sequence[dict[str, Any]], data: bytes) -> list[Item | Rejected]:
    """Inverse of :func:`pack`."""
    found: list[Item | Rejected] = []
    for row in rows:
        item = None if row["item"] is None else Item.model_validate(row["item"])
        if item is not None and "audio" in row:
            start, length, rate, frames = row["audio"]
            item = item.but(audio=Clip(data[start : start + length], rate, frames))
        if "rejected" in row:
            reason, detail, review = row["rejected"]
            found.append(Rejected(reason, detail, review, item))
        elif item is not None:
            found.append(item)
    return found
