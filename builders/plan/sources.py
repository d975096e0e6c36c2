"""How many rows a source gives, read for real where it lies on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builders.item import Item
from builders.package.licences import Licence, licence
from builders.recipe.params import Params
from builders.recipe.rows import place, source_rows
from builders.recipe.schema import SourceSpec
from builders.sources import about, imports_audio


@dataclass(frozen=True)
class Rows:
    """Rows of one source.

    Attributes:
        count: Rows; ``None`` where nobody says.
        items: The rows themselves, where they were read.
        rejected: Rows that the reader rejects.
        here: Whether the source lies on this machine.
    """

    count: int | None
    items: tuple[Item, ...] = ()
    rejected: int = 0
    here: bool = False


def rows_of(spec: SourceSpec, language: str, params: Params, base: Path, limit: int | None) -> Rows:
    """Read a source that lies on this machine; take the published count of any other.

    Nothing is fetched: a source on the Hub or behind a URL counts as elsewhere.

    Args:
        spec: The source as the recipe has it.
        language: Language of the recipe.
        params: Parameters.
        base: Folder of the recipe.
        limit: Rows at most.

    Raises:
        VivavoceError: A local source is not in its format.
    """
    at = place(spec, params) or {}
    if "path" not in at or not (base / Path(str(at["path"])).expanduser()).exists():
        return Rows(announced(spec, limit))
    items: list[Item] = []
    rejected = 0
    for row in source_rows(_silent(spec), language, params, base):
        if limit is not None and len(items) + rejected >= limit:
            break
        if isinstance(row, Item):
            items.append(row.but(audio=None))
        else:
            rejected += 1
    return Rows(len(items), tuple(items), rejected, True)


def announced(spec: SourceSpec, limit: int | None = None) -> int | None:
    """Rows that a source gives by what is published of it; ``None`` where nobody says.

    Args:
        spec: The source as the recipe has it.
        limit: Rows at most.
    """
    published = _published(spec)
    if published is None:
        return None
    return min(n for n in (published, spec.draw, limit) if n is not None)


def verdict(spec: SourceSpec) -> Licence:
    """Licence of a source, as the recipe or its reader states it."""
    return licence(spec.license or about(str(spec.name)).license)


def _silent(spec: SourceSpec) -> SourceSpec:
    """The same source without its recordings, which a plan has no use for."""
    if spec.options.get("audio") is None and imports_audio(str(spec.name)):
        return spec.model_copy(update={"options": {**spec.options, "audio": False}})
    return spec


def _published(spec: SourceSpec) -> int | None:
    if spec.rows is not None:
        return spec.rows
    rows = about(str(spec.name)).rows
    for key in ("set", "config", "split"):
        if (part := str(spec.options.get(key))) in rows:
            return rows[part]
    return sum(rows.values()) or None
