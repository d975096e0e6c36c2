"""Parquet datasets, in a folder or on the Hub: ours, ``hlt-lab/voicebench``, VocalBench repos."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from builders.errors import VivavoceError
from builders.package.files import Dataset, LocalFiles, audio_columns
from builders.package.hub_files import HubFiles
from builders.package.reader import iter_rows
from builders.package.sink import FileInfo
from evaluation.contracts import Example
from evaluation.data.columns import to_example
from evaluation.data.source import Place

_TAIL = 65_536


class ParquetExamples:
    """Examples of a dataset whose configs are folders of Parquet shards.

    Args:
        dataset: The open dataset.
        family: Family, where the dataset does not state its own.
    """

    def __init__(self, dataset: Dataset, family: str | None = None) -> None:
        self._dataset = dataset
        self.name = dataset.name
        stated = dataset.manifest.family if dataset.manifest is not None else None
        self.family = stated or family or "unknown"

    def places(self) -> tuple[Place, ...]:
        """Every split of every config, in the order of the dataset."""
        return tuple(
            Place(config, split)
            for config, splits in self._dataset.shards.items()
            for split in splits
        )

    def revision(self, place: Place) -> str:
        """Hash of the shards as the manifest states it; commit on the Hub; else of the files.

        Raises:
            VivavoceError: A shard has been changed since it was packaged.
        """
        if isinstance(self._dataset.files, HubFiles):
            return f"{self._dataset.files.repo}@{self._dataset.files.commit}"
        manifest = self._dataset.manifest
        if manifest is not None:
            config = manifest.config(place.config)
            split = next(s for s in config.splits if s.split == place.split)
            self._check_sizes(split.files)
            return _short(*(f.sha256 for f in split.files))
        return _short(*(self._fingerprint(p) for p in self._dataset.paths(*place)))

    def read(self, place: Place, *, audio: bool = True) -> Iterator[Example]:
        """The rows of a split in their order."""
        config, split = place
        names, speech = self._columns(place)
        wanted = None if audio else [n for n in names if n not in speech]
        id_column, text_column = self._stated(config)
        seen: Counter[str] = Counter()
        rows = iter_rows(self._dataset, config, split, columns=wanted, decode=False)
        for number, row in enumerate(rows):
            where = f"{self.name}, {config}/{split}, row {number}"
            example = to_example(
                row,
                family=self.family,
                config=config,
                split=split,
                audio=_encoded(row, speech, where) if audio else None,
                where=where,
                id_column=id_column,
                text_column=text_column,
            )
            seen[example.id] += 1
            if seen[example.id] > 1:
                example = _renamed(example, seen[example.id], where, id_column)
            yield example

    def _columns(self, place: Place) -> tuple[list[str], list[str]]:
        with self._dataset.parquet(self._dataset.paths(*place)[0]) as file:
            return file.schema_arrow.names, audio_columns(file.schema_arrow)

    def _stated(self, config: str) -> tuple[str | None, str | None]:
        if self._dataset.manifest is None:
            return None, None
        info = self._dataset.manifest.config(config)
        return info.id_column, info.text_column

    def _check_sizes(self, stated: Iterable[FileInfo]) -> None:
        """Whether the shards are still those of the manifest, as far as their sizes tell."""
        assert isinstance(self._dataset.files, LocalFiles)
        for file in stated:
            size = self._dataset.files.fetch(file.path).stat().st_size
            if size != file.bytes:
                raise VivavoceError(
                    f"{self.name}/{file.path} is not the file that was packaged ({size} bytes "
                    f"against {file.bytes}): package the dataset again"
                )

    def _fingerprint(self, path: str) -> str:
        """Size and end of a Parquet file; the footer counts and locates every column chunk."""
        assert isinstance(self._dataset.files, LocalFiles)
        with self._dataset.files.open(path) as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL))
            return f"{path} {size} {hashlib.sha256(file.read()).hexdigest()}"


def _renamed(example: Example, count: int, where: str, id_column: str | None) -> Example:
    """Datasets of others may repeat a text or an id; in ours that is a mistake."""
    if id_column is not None:
        raise VivavoceError(f"{where}: the id '{example.id}' occurs twice in this split")
    return replace(example, id=f"{example.id}-{count}", source_id=example.id)


def _encoded(row: dict[str, Any], speech: list[str], where: str) -> bytes | None:
    for name in speech:
        value = row.get(name)
        if value is None:
            continue
        if value.get("bytes") is None:
            raise VivavoceError(f"{where}: the audio is not embedded ({value.get('path')!r})")
        data: bytes = value["bytes"]
        return data
    return None


def _short(*parts: str) -> str:
    return "sha256:" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
