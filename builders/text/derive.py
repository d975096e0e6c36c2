"""Steps that make one subset out of another: keep some rows, rename them."""

from __future__ import annotations

import re
from typing import Any

from builders.item import Item
from builders.step import Context, Outcome, step


def row_number(row_id: str) -> str:
    """The number at the end of a row id, with its leading zeros; empty where there is none."""
    found = re.search(r"(\d+)$", row_id)
    return found.group(1) if found else ""


@step("every_nth", version=1)
def every_nth(item: Item, ctx: Context, n: int = 2, first: int = 0) -> Outcome:
    """Keep rows whose number is ``first`` plus a multiple of ``n``; the others leave silently.

    The number is the one at the end of the row id, so the choice does not depend on which other
    rows exist (VocalBench-zh builds ``robust_clean`` from the even-numbered rows).
    """
    number = row_number(item.id)
    return item if number and (int(number) - first) % n == 0 else []


@step("rename", version=1)
def rename(
    item: Item, ctx: Context, id: str | None = None, fields: dict[str, Any] | None = None
) -> Outcome:
    """Give a row another id and other columns.

    Args:
        item: Any row.
        ctx: Engine context.
        id: New id; ``{id}`` and ``{number}`` (the number at its end) are filled in.
        fields: Columns to set.
    """
    renamed = item.with_fields(**(fields or {}))
    if id is None:
        return renamed
    return renamed.but(id=id.format(id=item.id, number=row_number(item.id)))
