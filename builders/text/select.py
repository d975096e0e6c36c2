"""A seeded selection of rows to the papers' counts by source and category.

Selection looks at all rows together, so it is no step; a recipe calls it between stages.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from builders.errors import VivavoceError
from builders.item import Item

GroupBy = Callable[[Item], str]


@dataclass(frozen=True)
class Selection:
    """Outcome of a selection.

    Attributes:
        chosen: Rows that stay, in their original order.
        left: Rows that do not.
        short: Groups with fewer rows than wanted: ``(there are, wanted)``.
    """

    chosen: list[Item] = field(default_factory=list)
    left: list[Item] = field(default_factory=list)
    short: dict[str, tuple[int, int]] = field(default_factory=dict)


def by_fields(*names: str) -> GroupBy:
    """Group by columns, joined with ``/``; a missing column is an empty part."""
    return lambda item: "/".join(str(item.fields.get(name, "")) for name in names)


def select(
    items: Iterable[Item],
    counts: Mapping[str, int],
    seed: int,
    *,
    group_by: GroupBy | None = None,
    strict: bool = False,
) -> Selection:
    """Choose rows so that each group has its count.

    A row's place in the draw depends on seed and row id alone: rows that come or go elsewhere do
    not change the choice, and a larger count only adds to a smaller one.

    Args:
        items: All rows.
        counts: Wanted rows by group; groups that are not named are left out.
        seed: Global seed.
        group_by: Names the group of a row; by default the columns ``Source`` and ``Category``.
        strict: Raise where a group is short.

    Raises:
        VivavoceError: Two rows share an id, or ``strict`` and a group is short.
    """
    rows = list(items)
    twice = [row_id for row_id, n in Counter(row.id for row in rows).items() if n > 1]
    if twice:
        raise VivavoceError(f"selection: row id '{twice[0]}' occurs more than once")
    name = group_by or by_fields("Source", "Category")
    groups: dict[str, list[Item]] = defaultdict(list)
    for row in rows:
        groups[name(row)].append(row)
    short = {g: (len(groups[g]), n) for g, n in counts.items() if len(groups[g]) < n}
    if short and strict:
        told = ", ".join(f"'{g}' has {have} of {want}" for g, (have, want) in short.items())
        raise VivavoceError(f"selection: too few rows: {told}; groups there are: {sorted(groups)}")
    keep = {
        row.id
        for group, wanted in counts.items()
        for row in sorted(groups[group], key=lambda row: _draw(seed, row.id))[:wanted]
    }
    return Selection(
        [row for row in rows if row.id in keep], [row for row in rows if row.id not in keep], short
    )


def _draw(seed: int, row_id: str) -> tuple[bytes, str]:
    return hashlib.sha256(f"{seed}\x1fselect\x1f{row_id}".encode()).digest(), row_id
