"""What the packaging asks for, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from builders.item import Item
from builders.package.sink import FileInfo

Items: TypeAlias = "Iterable[Item] | Callable[[], Iterable[Item]]"
"""Items, or a function that starts a new pass over them. Two passes are made where a type has to
be inferred; a generator, which can be walked once, then needs every type declared."""


@dataclass(frozen=True)
class Source:
    """Where texts or recordings of a config come from, for the card.

    Attributes:
        name: Name a reader knows.
        license: SPDX name or short licence text.
        url: Home of the source.
        revision: Commit, version or date.
        note: What was taken from it.
    """

    name: str
    license: str
    url: str = ""
    revision: str = ""
    note: str = ""


@dataclass(frozen=True)
class ConfigSpec:
    """One config (subset) to package.

    Attributes:
        columns: Published column name → path in the item; see ``builders.package.columns.getter``.
        items: The rows, in the order they are published in.
        split: A fixed split name (``test``), a path (``fields.accent``) or a template.
        types: Declared types of columns; the others are inferred.
        description: One paragraph for the card.
        sources: Where the rows come from.
        license: Licence of the config as a whole, if it is not simply that of its rows.
        voices: Voice id → licence of the voice, of every voice that may have spoken.
    """

    columns: Mapping[str, str]
    items: Items
    split: str = "test"
    types: Mapping[str, Any] = field(default_factory=dict)
    description: str = ""
    sources: tuple[Source, ...] = ()
    license: str | None = None
    voices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class About:
    """What the card says about a family as a whole.

    Attributes:
        title: Readable name.
        summary: First paragraph of the card.
        limits: Known limits, one sentence each.
        construction: Heading → paragraph on how the rows were made.
        settings: Seeds, levels and other parameters worth printing.
        prompts: Prompt template name → its hash.
        rebuild: Commands that build the dataset again.
        papers: Keys of ``builders.package.citations.PAPERS``.
        tags: Further tags of the card.
        home: Address of the code that builds it.
    """

    title: str = ""
    summary: str = ""
    limits: tuple[str, ...] = ()
    construction: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    rebuild: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    home: str = ""


@dataclass(frozen=True)
class SplitInfo:
    """One written split.

    Attributes:
        config: Config it belongs to.
        split: Published name.
        rows: Number of rows.
        files: Its shards, in order.
        facts: Counts and figures of its rows (``builders.package.tally``).
    """

    config: str
    split: str
    rows: int
    files: tuple[FileInfo, ...]
    facts: Mapping[str, Any]

    @property
    def bytes(self) -> int:
        """Size of all shards."""
        return sum(file.bytes for file in self.files)
