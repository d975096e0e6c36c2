"""``vivavoce.json``: what a packaged dataset holds, so that it can be checked and described.

The card and the Croissant file are made from it alone; the Parquet files are what it counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.package.layout import MANIFEST
from builders.package.sink import FileInfo
from builders.package.spec import SplitInfo

FORMAT = 1


@dataclass(frozen=True)
class ConfigInfo:
    """One packaged config.

    Attributes:
        name: Its name.
        id_column: Column that holds the row id.
        text_column: Column that holds the prompt, if one does.
        columns: Published column name → path in the item.
        features: ``datasets.Features`` as a JSON value.
        splits: Its splits in published order.
        license: Licence of the config as a whole, where the recipe states one.
        voices: Licences of the voices that spoke its rows.
    """

    name: str
    id_column: str
    text_column: str | None
    columns: dict[str, str]
    features: dict[str, Any]
    splits: tuple[SplitInfo, ...]
    license: str | None = None
    voices: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """Rows of all splits."""
        return sum(split.rows for split in self.splits)

    @property
    def bytes(self) -> int:
        """Size of all shards."""
        return sum(split.bytes for split in self.splits)

    @property
    def licences(self) -> list[str]:
        """Every licence that its rows, voices, sounds mixed into them, or its recipe state."""
        texts = {text for s in self.splits for text in s.facts["license"]}
        texts |= {*self.material, *self.voices}
        return sorted(texts) + ([self.license] if self.license not in {None, *texts} else [])

    @property
    def material(self) -> set[str]:
        """Licences of the noise, music and speech that was mixed into its rows."""
        return {text for s in self.splits for text in s.facts.get("material", {})}

    @property
    def audio_column(self) -> str:
        """Name of the column that holds the audio."""
        return next(name for name, path in self.columns.items() if path == "audio")


@dataclass(frozen=True)
class FamilyInfo:
    """A packaged family.

    Attributes:
        family: Its name.
        configs: Its configs in published order.
    """

    family: str
    configs: tuple[ConfigInfo, ...]

    @property
    def files(self) -> list[FileInfo]:
        """Every Parquet file."""
        return [f for c in self.configs for s in c.splits for f in s.files]

    @property
    def rows(self) -> int:
        """Rows of all configs."""
        return sum(config.rows for config in self.configs)

    def config(self, name: str) -> ConfigInfo:
        """The config of that name.

        Raises:
            VivavoceError: There is none.
        """
        for each in self.configs:
            if each.name == name:
                return each
        from builders.errors import unknown_name

        raise unknown_name("config", name, (c.name for c in self.configs), self.family)

    def as_json(self) -> dict[str, Any]:
        """The manifest as a JSON value."""
        return {
            "format": FORMAT,
            "family": self.family,
            "configs": {c.name: _config_json(c) for c in self.configs},
        }

    def write(self, folder: Path) -> None:
        """Write the manifest into the folder of the dataset."""
        text = json.dumps(self.as_json(), ensure_ascii=False, indent=1) + "\n"
        (folder / MANIFEST).write_text(text, encoding="utf-8")


def _config_json(config: ConfigInfo) -> dict[str, Any]:
    return {
        "id_column": config.id_column,
        "text_column": config.text_column,
        "license": config.license,
        "voices": list(config.voices),
        "columns": config.columns,
        "features": config.features,
        "splits": {
            s.split: {
                "rows": s.rows,
                "files": [f.as_json() for f in s.files],
                "facts": dict(s.facts),
            }
            for s in config.splits
        },
    }


def from_json(value: Any, where: str) -> FamilyInfo:
    """Read a manifest.

    Raises:
        VivavoceError: It is of another format, or not a manifest.
    """
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        found = value.get("format") if isinstance(value, dict) else None
        raise VivavoceError(
            f"{where}: expected format {FORMAT}, found {found!r}; "
            "it was written by another version of vivavoce"
        )
    try:
        configs = tuple(_config(name, entry) for name, entry in value["configs"].items())
        return FamilyInfo(value["family"], configs)
    except (KeyError, TypeError, AttributeError) as error:
        raise VivavoceError(f"{where} is damaged: {error!r}; package the dataset again") from error


def _config(name: str, entry: dict[str, Any]) -> ConfigInfo:
    def files(values: Iterable[dict[str, Any]]) -> tuple[FileInfo, ...]:
        return tuple(FileInfo(v["path"], v["bytes"], v["rows"], v["sha256"]) for v in values)

    splits = tuple(
        SplitInfo(name, split, value["rows"], files(value["files"]), value["facts"])
        for split, value in entry["splits"].items()
    )
    return ConfigInfo(
        name,
        entry["id_column"],
        entry["text_column"],
        entry["columns"],
        entry["features"],
        splits,
        entry["license"],
        tuple(entry.get("voices", ())),
    )


def read_manifest(folder: Path) -> FamilyInfo:
    """Read the manifest of a packaged dataset.

    Raises:
        VivavoceError: The folder holds none, or a damaged one.
    """
    path = folder / MANIFEST
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise VivavoceError(
            f"{folder} holds no packaged dataset ({MANIFEST} is missing): package it first"
        ) from error
    except ValueError as error:
        raise VivavoceError(f"{path} is damaged: {error}; package the dataset again") from error
    return from_json(value, str(path))
