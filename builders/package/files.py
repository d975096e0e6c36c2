"""The files of a dataset, wherever it lies: a local folder, or a repository on the Hub."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Protocol

import pyarrow as pa
import pyarrow.parquet as pq

from builders.errors import VivavoceError, unknown_name
from builders.package.hub_files import HubFiles, asking
from builders.package.layout import MANIFEST, parse_shard
from builders.package.manifest import FamilyInfo, from_json


class Files(Protocol):
    """Where bytes come from."""

    name: str

    def paths(self) -> list[str]:
        """Every file, as a path relative to the dataset."""

    def open(self, path: str) -> IO[bytes]:
        """A seekable file."""

    def fetch(self, path: str) -> Path:
        """The whole file, on this machine."""


class LocalFiles:
    """A dataset in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, str(folder)

    def paths(self) -> list[str]:
        """Every file, as a path relative to the dataset; hidden files are not part of it."""
        found = (p.relative_to(self.folder) for p in self.folder.rglob("*") if p.is_file())
        return sorted(p.as_posix() for p in found if not any(s.startswith(".") for s in p.parts))

    def open(self, path: str) -> IO[bytes]:
        """A seekable file."""
        return (self.folder / path).open("rb")

    def fetch(self, path: str) -> Path:
        """The whole file, on this machine."""
        return self.folder / path


class Dataset:
    """Configs, splits and shards of a dataset, ours or another of the same layout."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.name = files.name

    @cached_property
    def manifest(self) -> FamilyInfo | None:
        """Our manifest; ``None`` for a dataset that was made by others."""
        if MANIFEST not in self.files.paths():
            return None
        where = f"{self.name}/{MANIFEST}"
        with asking(f"{where} cannot be read"), self.files.open(MANIFEST) as file:
            text = file.read()
        try:
            return from_json(json.loads(text), where)
        except ValueError as error:
            raise VivavoceError(f"{where} is damaged: {error}") from error

    @cached_property
    def shards(self) -> dict[str, dict[str, list[str]]]:
        """Config → split → its files in order.

        Raises:
            VivavoceError: A shard is missing.
        """
        if self.manifest is not None:
            return {
                c.name: {s.split: [f.path for f in s.files] for s in c.splits}
                for c in self.manifest.configs
            }
        found: dict[str, dict[str, list[str]]] = {}
        counts: dict[tuple[str, str], int] = {}
        for path in self.files.paths():
            config, _, name = path.rpartition("/")
            parsed = parse_shard(name)
            if parsed is not None:
                split, _, count = parsed
                found.setdefault(config or "default", {}).setdefault(split, []).append(path)
                counts[config or "default", split] = count
        for (config, split), count in counts.items():
            if len(found[config][split]) != count:
                raise VivavoceError(
                    f"{self.name}: config '{config}', split '{split}' has "
                    f"{len(found[config][split])} of {count} shards"
                )
        return found

    def paths(self, config: str, split: str) -> list[str]:
        """The shards of a split.

        Raises:
            VivavoceError: There is no such config or split.
        """
        if config not in self.shards:
            raise unknown_name("config", config, self.shards, self.name)
        if split not in self.shards[config]:
            raise unknown_name("split", split, self.shards[config], f"{self.name}, {config}")
        return self.shards[config][split]

    @contextmanager
    def parquet(self, path: str) -> Iterator[pq.ParquetFile]:
        """Open one shard.

        Raises:
            VivavoceError: The file is missing or damaged.
        """
        what = f"{self.name}/{path} cannot be read"
        try:
            with (
                asking(what),
                self.files.open(path) as file,
                pq.ParquetFile(file, pre_buffer=True) as opened,
            ):
                yield opened
        except (FileNotFoundError, pa.ArrowInvalid) as error:
            raise VivavoceError(f"{what}: {error}") from error


def audio_columns(schema: pa.Schema) -> list[str]:
    """Columns that hold encoded audio: by the features in the metadata, else by their shape."""
    raw = (schema.metadata or {}).get(b"huggingface")
    if raw is not None:
        features: dict[str, Any] = json.loads(raw).get("info", {}).get("features") or {}
        return [n for n, f in features.items() if isinstance(f, dict) and f.get("_type") == "Audio"]
    shape = {"bytes", "path"}
    return [
        f.name
        for f in schema
        if pa.types.is_struct(f.type) and {child.name for child in f.type} == shape
    ]


def open_dataset(
    where: str | Path, revision: str | None = None, endpoint: str | None = None
) -> Dataset:
    """Open a local folder, or ``org/name`` or ``org/name@revision`` on the Hub.

    Raises:
        VivavoceError: There is neither.
    """
    path = Path(where)
    if path.is_dir():
        if revision is not None:
            raise VivavoceError(f"{path} is a folder, which has no revision '{revision}'")
        return Dataset(LocalFiles(path))
    repo, _, at = str(where).partition("@")
    if repo.count("/") != 1 or repo.startswith((".", "/")):
        raise VivavoceError(f"'{where}' is neither a folder nor a repository (org/name)")
    return Dataset(HubFiles(repo, revision or at or None, endpoint))
