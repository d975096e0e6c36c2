"""A seeded selection of rows to the papers' counts by source and category.

Selection looks at all rows together, so it is no step: a recipe states it as ``select`` of a
subset, after the text steps, or as ``draw`` of a source, before them.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Rejected

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
    name = group_by or by_fields("Source", "Category")
    choice = choose(((row.id, name(row)) for row in rows), counts, seed, strict=strict)
    keep = choice.keep
    return Selection(
        [row for row in rows if row.id in keep],
        [row for row in rows if row.id not in keep],
        choice.short,
    )


@dataclass(frozen=True)
class Choice:
    """Outcome of a choice among ids.

    Attributes:
        keep: Ids that stay.
        left: Rows that do not, by group.
        short: Groups with fewer rows than wanted: ``(there are, wanted)``.
    """

    keep: frozenset[str]
    left: dict[str, int]
    short: dict[str, tuple[int, int]]


def choose(
    ids: Iterable[tuple[str, str]], counts: Mapping[str, int], seed: int, *, strict: bool = False
) -> Choice:
    """Choose as :func:`select` does, from ids and groups alone, so that rows can stay on disk.

    Args:
        ids: Row id and group of every row.
        counts: Wanted rows by group; groups that are not named are left out.
        seed: Global seed.
        strict: Raise where a group is short.

    Raises:
        VivavoceError: Two rows share an id, or ``strict`` and a group is short.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    seen: set[str] = set()
    for row_id, group in ids:
        if row_id in seen:
            raise VivavoceError(f"selection: row id '{row_id}' occurs more than once")
        seen.add(row_id)
        groups[group].append(row_id)
    there = {group: len(rows) for group, rows in groups.items()}
    short = {g: (there.get(g, 0), n) for g, n in counts.items() if there.get(g, 0) < n}
    if short and strict:
        told = ", ".join(f"'{g}' has {have} of {want}" for g, (have, want) in short.items())
        raise VivavoceError(f"selection: too few rows: {told}; groups there are: {sorted(there)}")
    kept = {
        group: sorted(groups.get(group, ()), key=lambda row_id: _draw(seed, row_id))[:wanted]
        for group, wanted in counts.items()
    }
    left = {g: n - len(kept.get(g, ())) for g, n in sorted(there.items())}
    return Choice(
        frozenset(row_id for rows in kept.values() for row_id in rows),
        {group: n for group, n in left.items() if n},
        short,
    )


def draw(rows: Iterable[Item | Rejected], wanted: int, seed: int) -> Iterator[Item | Rejected]:
    """Draw rows by seed, in their order; at most ``wanted`` are held at a time.

    The draw is that of :func:`select`, so a larger one only adds to a smaller one. Rejections pass.
    """
    held: list[tuple[int, int, Item]] = []
    for number, row in enumerate(rows):
        if isinstance(row, Rejected):
            yield row
            continue
        rank = int.from_bytes(_draw(seed, row.id)[0], "big")
        entry = (-rank, number, row)
        if len(held) < wanted:
            heapq.heappush(held, entry)
        elif entry > held[0]:
            heapq.heapreplace(held, entry)
    yield from (row for _, _, row in sorted(held, key=lambda entry: entry[1]))


def _draw(seed: int, row_id: str) -> tuple[bytes, str]:
    return hashlib.sha256(f"{seed}\x1fselect\x1f{row_id}".encode()).digest(), row_id
