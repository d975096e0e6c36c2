"""From an item to the columns of a published row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from builders.audio.clip import SAMPLING_RATE
from builders.errors import VivavoceError, unknown_name
from builders.item import Item
from builders.package.provenance import PROVENANCE
from builders.package.types import UNKNOWN, Type, check_type, feature, infer, merge, settle

ColumnMap: TypeAlias = "Mapping[str, str]"
"""Published column name → where its value comes from (see :func:`getter`)."""

AUDIO = "audio"
WORDS: Type = [
    {
        "text": "string",
        "start": "float64",
        "end": "float64",
        "score": "float64",
        "span": ["int64"],
        "filled": "bool",
    }
]
_KNOWN: dict[str, Type] = {
    "id": "string",
    "prompt": "string",
    "language": "string",
    "reference": "string",
    "spoken": "string",
    "transcript": "string",
    "source_id": "string",
    "source_revision": "string",
    "license": "string",
    "words": WORDS,
    "audio.seconds": "float64",
    "audio.sampling_rate": "int64",
}
_ROOTS = frozenset({*(path.split(".")[0] for path in _KNOWN), "fields", "provenance", AUDIO})
_SLOT = re.compile(r"\{([^{}]+)\}")


def _walk(value: Any, names: list[str]) -> Any:
    for name in names:
        if value is None:
            return None
        value = value.get(name) if isinstance(value, Mapping) else getattr(value, name)
    return value


def getter(path: str, where: str = "") -> Callable[[Item], Any]:
    """Make the function that reads one value from an item.

    Args:
        path: An attribute path (``prompt``, ``fields.key``, ``provenance.variant.level``), a
            constant (``=Single-Round``), or a template (``{fields.condition}_{fields.level}``).
        where: Place in the recipe, for messages.

    Raises:
        VivavoceError: The path starts with no attribute of an item.
    """
    if path.startswith("="):
        constant = path[1:]
        return lambda item: constant
    if "{" in path:
        slots = {slot: getter(slot, where) for slot in _SLOT.findall(path)}

        def fill(item: Item) -> str | None:
            values = {slot: read(item) for slot, read in slots.items()}
            if any(value is None for value in values.values()):
                return None
            return _SLOT.sub(lambda match: str(values[match[1]]), path)

        return fill
    names = path.split(".")
    if names[0] not in _ROOTS:
        raise unknown_name("attribute of an item", names[0], _ROOTS, where)

    def read(item: Item) -> Any:
        try:
            return _plain(_walk(item, names))
        except AttributeError as error:
            raise VivavoceError(f"{where}: there is no '{path}' in an item: {error}") from error

    return read


def _plain(value: Any) -> Any:
    """Models as mappings, tuples as lists: what JSON would hold."""
    if hasattr(value, "model_dump"):
        return value.model_dump()
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value


@dataclass(frozen=True)
class Column:
    """One published column.

    Attributes:
        name: Published name.
        path: Where the value comes from.
        read: The function that reads it.
        type: Its type; ``None`` while it is to be inferred.
    """

    name: str
    path: str
    read: Callable[[Item], Any]
    type: Type | None


def columns_of(columns: ColumnMap, types: Mapping[str, Any], where: str) -> list[Column]:
    """Resolve a column map; the audio column and the row id are added where they are missing.

    Raises:
        VivavoceError: A name is reserved, a path is unknown, or a type belongs to no column.
    """
    paths = dict(columns)
    if AUDIO not in paths.values():
        if AUDIO in paths:
            raise VivavoceError(
                f"{where}: the column '{AUDIO}' holds '{paths[AUDIO]}', and no column the audio: "
                f"give it another name, or the audio a column of its own ('sound: {AUDIO}')"
            )
        paths = {AUDIO: AUDIO, **paths}
    if "id" not in paths.values():
        paths["row_id" if "id" in paths else "id"] = "id"
    for name in paths:
        if not name or name in PROVENANCE:
            raise VivavoceError(
                f"{where}: a column cannot be called '{name}': that name is kept for provenance"
            )
    for name in types:
        if name not in paths:
            raise unknown_name("column", name, paths, f"{where}, types")
    made = []
    for name, path in paths.items():
        spot = f"{where}, column {name}"
        declared = check_type(types[name], spot) if name in types else _KNOWN.get(path)
        if declared is None and (path.startswith("=") or "{" in path):
            declared = "string"
        made.append(Column(name, path, getter(path, spot), declared))
    return made


def resolve(columns: list[Column], items: Iterable[Item], where: str) -> list[Column]:
    """Infer the types that were not declared, over all rows.

    Raises:
        VivavoceError: Two rows hold values that do not go together, or no row has the field.
    """
    found: dict[str, Type] = {c.name: UNKNOWN for c in columns if _open(c)}
    first: dict[str, str] = {}
    for item in items:
        for column in columns:
            if column.name not in found:
                continue
            value = column.read(item)
            if value is None:
                continue
            earlier = first.setdefault(column.name, item.id)
            try:
                found[column.name] = merge(found[column.name], infer(value))
            except TypeError as error:
                other = f" differs from row '{earlier}'" if earlier != item.id else ""
                raise VivavoceError(
                    f"{where}, column {column.name}: row '{item.id}'{other}: {error}; "
                    "declare the type (json holds anything)"
                ) from error
    for column in columns:
        if column.name in found and column.name not in first:
            raise VivavoceError(
                f"{where}, column {column.name}: no row has '{column.path}'; correct the path, "
                "or declare the column's type if it is meant to be empty"
            )
    return [
        Column(c.name, c.path, c.read, settle(found[c.name], f"{where}, column {c.name}"))
        if c.name in found
        else c
        for c in columns
    ]


def _open(column: Column) -> bool:
    return column.type is None and column.path != AUDIO


def needs_inference(columns: list[Column]) -> bool:
    """Whether some type is neither declared nor known."""
    return any(_open(column) for column in columns)


def features_of(columns: list[Column]) -> Any:
    """``datasets.Features`` of a config, provenance columns last."""
    from datasets import Audio, Features

    made: dict[str, Any] = {}
    for column in columns:
        if column.path == AUDIO:
            made[column.name] = Audio(sampling_rate=SAMPLING_RATE)
        else:
            assert column.type is not None, column.name
            made[column.name] = feature(column.type)
    for name, kind in PROVENANCE.items():
        made[name] = feature(kind)
    return Features(made)


def id_column(columns: list[Column]) -> str:
    """Name of the column that holds the row id."""
    return next(column.name for column in columns if column.path == "id")
