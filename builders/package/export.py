"""Views of a published dataset in the layouts of other tools, by name."""

from __future__ import annotations

import importlib
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.audio.clip import Clip
from builders.errors import VivavoceError, unknown_name
from builders.package.audio import published, stream_info
from builders.package.files import Dataset, audio_columns
from builders.package.provenance import PROVENANCE
from builders.package.reader import iter_rows

LAYOUTS = {
    "vocalbench": "builders.package.export_vocalbench:write_split",
    "lhotse": "builders.package.export_lhotse:write_split",
    "webdataset": "builders.package.export_webdataset:write_split",
}
"""Layout → ``write_split(split: SplitRows, out: Path) -> int``."""

_EXPORTED = ".vivavoce-export"


@dataclass(frozen=True)
class SplitRows:
    """The rows of one split, on their way to another layout.

    Attributes:
        config: Name of the config.
        split: Name of the split.
        only: Whether it is the only split of its config.
        id_column: Column that holds the row id.
        text_column: Column that holds the prompt, if one does.
        audio_column: Column that holds the audio.
        columns: Published columns but audio and provenance, in order.
        history: Columns of provenance.
        dataset: Where the rows come from.
    """

    config: str
    split: str
    only: bool
    id_column: str
    text_column: str | None
    audio_column: str
    columns: tuple[str, ...]
    history: tuple[str, ...]
    dataset: Dataset

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Stream the rows with encoded audio: FLAC, 16 kHz, mono, as we publish it ourselves.

        Raises:
            VivavoceError: A row has no audio, or what it has cannot be decoded.
        """
        wanted = (*self.columns, self.audio_column, *self.history)
        rows = iter_rows(self.dataset, self.config, self.split, columns=wanted, decode=False)
        for row in rows:
            data = (row[self.audio_column] or {}).get("bytes")
            if data is None or stream_info(data) is None:
                row[self.audio_column] = {"bytes": self._flac(data, row), "path": None}
            yield row

    def _flac(self, data: bytes | None, row: dict[str, Any]) -> bytes:
        where = f"{self.config}/{self.split}, row '{row[self.id_column]}'"
        if not data:
            raise VivavoceError(f"{where}: the audio is not embedded")
        try:
            return published(Clip.from_bytes(data))[0]
        except (ValueError, RuntimeError) as error:
            raise VivavoceError(f"{where}: the audio cannot be decoded: {error}") from error

    @property
    def stem(self) -> str:
        """Name for files of this split."""
        return self.config if self.only else f"{self.config}-{self.split}"


def export(
    dataset: Dataset, layout: str, out: Path, configs: Sequence[str] | None = None
) -> dict[str, int]:
    """Write a dataset in another layout, in place of an earlier export.

    Args:
        dataset: An open dataset.
        layout: One of :data:`LAYOUTS`.
        out: Folder to write; it appears once everything is in it.
        configs: Configs to write; all by default.

    Returns:
        ``config/split`` → number of rows.

    Raises:
        VivavoceError: The layout or a config is unknown, or ``out`` holds something else.
    """
    if layout not in LAYOUTS:
        raise unknown_name("layout", layout, LAYOUTS)
    for name in configs or ():
        if name not in dataset.shards:
            raise unknown_name("config", name, dataset.shards, dataset.name)
    module, function = LAYOUTS[layout].split(":")
    write = getattr(importlib.import_module(module), function)
    if out.exists() and any(out.iterdir()) and not (out / _EXPORTED).is_file():
        raise VivavoceError(f"{out} is not empty and holds no export: choose another folder")
    partial = out.with_name(f".{out.name}.partial-{os.getpid()}")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    counts = {}
    try:
        for config in configs or dataset.shards:
            for split in dataset.shards[config]:
                rows = split_rows(dataset, config, split)
                counts[f"{config}/{split}"] = write(rows, partial)
        (partial / _EXPORTED).write_text(f"{layout} of {dataset.name}\n", encoding="utf-8")
        if out.exists():
            shutil.rmtree(out)
        partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return counts


def split_rows(dataset: Dataset, config: str, split: str) -> SplitRows:
    """Describe a split for an export.

    Raises:
        VivavoceError: It has no audio, or no column that can serve as id.
    """
    with dataset.parquet(dataset.paths(config, split)[0]) as file:
        schema = file.schema_arrow
    audio = audio_columns(schema)
    if not audio:
        raise VivavoceError(f"{dataset.name}: config '{config}' has no audio to export")
    names = [name for name in schema.names if name not in audio and name not in PROVENANCE]
    if dataset.manifest is not None:
        info = dataset.manifest.config(config)
        key, text = info.id_column, info.text_column
    else:
        found = next((name for name in ("id", "Qid", "key") if name in names), None)
        if found is None:
            raise VivavoceError(
                f"{dataset.name}: config '{config}' has no id column to name its files by"
            )
        key, text = found, next((n for n in ("prompt", "Question", "question") if n in names), None)
    only = len(dataset.shards[config]) == 1
    history = tuple(name for name in schema.names if name in PROVENANCE)
    return SplitRows(config, split, only, key, text, audio[0], tuple(names), history, dataset)
