"""Steps on the columns of a row: keep some rows, rename them, fill columns from others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from builders.errors import unknown_name
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step
from builders.text.ask import noted


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


@step("rename", version=2)
def rename(
    item: Item,
    ctx: Context,
    id: str | None = None,
    fields: dict[str, Any] | None = None,
    divide: int = 1,
) -> Outcome:
    """Give a row another id and other columns.

    Args:
        item: Any row.
        ctx: Engine context.
        id: New id; ``{id}`` and ``{number}`` (the number at its end) are filled in.
        fields: Columns to set.
        divide: What the number is divided by, so that every second row can be counted through.
    """
    renamed = item.with_fields(**(fields or {}))
    if id is None:
        return renamed
    number = row_number(item.id)
    if number:
        number = str(int(number) // divide).zfill(len(number))
    return renamed.but(id=id.format(id=item.id, number=number))


@step("keep", version=1)
def keep(item: Item, ctx: Context, field: str, values: Sequence[str]) -> Outcome:
    """Keep rows whose column has one of some values.

    The others are rejects: a row that a model put elsewhere is one to look at.

    Raises:
        VivavoceError: The row has no such column.
    """
    if field not in item.fields:
        raise unknown_name("column", field, item.fields, f"row '{item.id}', step 'keep'")
    value = str(item.fields[field])
    return item if value in values else Rejected(f"not of this subset by {field}", value)


@step("relabel", version=1)
def relabel(
    item: Item,
    ctx: Context,
    to: str,
    source: str,
    labels: Mapping[str, str],
    otherwise: str | None = None,
) -> Outcome:
    """Fill a column from another by a table.

    Args:
        item: Any row.
        ctx: Engine context.
        to: Column to fill.
        source: Column to look up.
        labels: From values of ``source`` to values of ``to``.
        otherwise: Value for what the table lacks; without it such rows leave silently, as rows
            the subset does not ask for.

    Raises:
        VivavoceError: The row has no such column.
    """
    if source not in item.fields:
        raise unknown_name("column", source, item.fields, f"row '{item.id}', step 'relabel'")
    label = labels.get(str(item.fields[source]), otherwise)
    return [] if label is None else item.with_fields(**{to: label})


@step("reword", version=1)
def reword(item: Item, ctx: Context, prompt: str) -> Outcome:
    """Put the prompt into a frame: ``{prompt}``, ``{reference}`` and columns are filled in.

    Raises:
        VivavoceError: The frame names a column that the row lacks.
    """
    known = {**item.fields, "prompt": item.prompt, "reference": item.reference or ""}
    try:
        text = prompt.format_map(known)
    except KeyError as error:
        where = f"row '{item.id}', step 'reword'"
        raise unknown_name("column", str(error.args[0]), known, where) from None
    return noted(item.but(prompt=text, spoken=None), "reword", 1, note=item.prompt)
