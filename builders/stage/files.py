"""Rows between stages: one Parquet file a subset, with the row as JSON and the audio as bytes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

import pyarrow as pa
import pyarrow.parquet as pq

from builders.audio import Clip
from builders.errors import VivavoceError
from builders.item import Item
from builders.stage.store import canonical

ROWS_PER_GROUP = 100

_SCHEMA = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("item", pa.large_string()),
        pa.field("audio", pa.large_binary()),
        pa.field("sampling_rate", pa.int32()),
        pa.field("frames", pa.int64()),
    ]
)


class ItemWriter(AbstractContextManager["ItemWriter"]):
    """Write rows as they come; the file appears under its name only when it is whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(f".{path.name}.part")
        self._rows: list[Item] = []
        self.count = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._writer = pq.ParquetWriter(self._part, _SCHEMA, compression="zstd")

    def write(self, item: Item) -> None:
        """Add one row."""
        self._rows.append(item)
        self.count += 1
        if len(self._rows) >= ROWS_PER_GROUP:
            self._flush()

    def _flush(self) -> None:
        if not self._rows:
            return
        clips = [row.audio for row in self._rows]
        columns = [
            [row.id for row in self._rows],
            # Rows that come from the store have their keys sorted: all others get them sorted, too.
            [canonical(row.model_dump(mode="json")) for row in self._rows],
            [None if c is None else c.data for c in clips],
            [None if c is None else c.sampling_rate for c in clips],
            [None if c is None else c.frames for c in clips],
        ]
        arrays = [pa.array(c, f.type) for c, f in zip(columns, _SCHEMA, strict=True)]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=_SCHEMA))
        self._rows = []

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._flush()
        self._writer.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink(missing_ok=True)


def read_items(path: Path) -> Iterator[Item]:
    """Stream the rows of a file, group by group.

    Raises:
        VivavoceError: The file is absent or damaged.
    """
    if not path.is_file():
        raise VivavoceError(f"{path} is not there: run the stage before it ('dvc repro')")
    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise VivavoceError(f"{path} is damaged ({error}): delete it and run its stage") from error
    for group in range(file.num_row_groups):
        for row in file.read_row_group(group).to_pylist():
            item = Item.model_validate_json(row["item"])
            if row["audio"] is not None:
                clip = Clip(row["audio"], row["sampling_rate"], row["frames"])
                item = item.but(audio=clip)
            yield item


def count_items(path: Path) -> int:
    """Number of rows of a file, from its footer."""
    return int(pq.ParquetFile(path).metadata.num_rows)
