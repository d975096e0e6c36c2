"""Cut the rows of a finished stage to a selection, on disk, one pass for the choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from builders.errors import unknown_name
from builders.item import Item
from builders.stage.files import ItemWriter, read_items
from builders.text.select import Choice, by_fields, choose


@dataclass
class Selector:
    """Collects ids and groups while rows are written, and chooses when all have been seen.

    Attributes:
        counts: Rows to keep by group.
        by: Columns that name the group; all rows are one group where empty.
        seed: Global seed.
        strict: Whether a group with too few rows is an error.
    """

    counts: dict[str, int]
    by: tuple[str, ...]
    seed: int
    strict: bool = False
    _seen: list[tuple[str, str]] = field(default_factory=list)
    _columns: set[str] = field(default_factory=set)

    def add(self, item: Item) -> None:
        """See one row."""
        self._seen.append((item.id, by_fields(*self.by)(item)))
        self._columns |= item.fields.keys()

    def choose(self) -> Choice:
        """The choice among the rows seen.

        Raises:
            VivavoceError: A group is short and must not be, or no row has a column of the groups.
        """
        for name in self.by:
            if self._seen and name not in self._columns:
                raise unknown_name("column", name, self._columns, "selection, by")
        return choose(self._seen, self.counts, self.seed, strict=self.strict)


def keep_only(path: Path, keep: frozenset[str], see: Callable[[Item], None]) -> None:
    """Rewrite a file of rows with those of some ids.

    Args:
        path: The file.
        keep: Ids of the rows that stay.
        see: Called with every row that stays.

    Raises:
        VivavoceError: The file is absent or damaged.
    """
    with ItemWriter(path) as writer:
        for item in read_items(path):
            if item.id in keep:
                writer.write(item)
                see(item)
