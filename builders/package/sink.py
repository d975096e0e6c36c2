"""Parquet shards of one split, written in the background under temporary names."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from builders.package.layout import shard_name

ROW_GROUP = 100
SHARD_BYTES = 500_000_000


@dataclass(frozen=True)
class FileInfo:
    """One written file.

    Attributes:
        path: Path relative to the dataset's folder.
        bytes: Size.
        rows: Number of rows.
        sha256: Hash of the file, in hexadecimal.
    """

    path: str
    bytes: int
    rows: int
    sha256: str

    def as_json(self) -> dict[str, Any]:
        """The same as a JSON value."""
        return {"path": self.path, "bytes": self.bytes, "rows": self.rows, "sha256": self.sha256}


class _HashedFile:
    """A file written by Arrow itself, whose hash follows what has been written.

    Handing Arrow a Python file would copy every row group once more; reading it back while it is
    still in the page cache costs less, and is done by another thread.
    """

    def __init__(self, path: Path, hasher: Executor) -> None:
        self.sink = pa.OSFile(str(path), "wb")
        self._reader = path.open("rb", buffering=0)
        self._buffer = bytearray(2**20)
        self._sha256 = hashlib.sha256()
        self._hasher = hasher
        self.size = 0

    def follow(self) -> None:
        """Start to hash what has been written since."""
        self._hasher.submit(self._follow)

    def close(self) -> str:
        """Close the file; return its hash in hexadecimal."""
        self.sink.close()
        # The hasher has one thread: what was started before is finished by then.
        self._hasher.submit(self._follow).result()
        self._reader.close()
        return self._sha256.hexdigest()

    def _follow(self) -> None:
        view = memoryview(self._buffer)
        while count := self._reader.readinto(view):
            self._sha256.update(view[:count])
            self.size += count


class ShardSink:
    """Writes row groups to shards; the final names appear only on :meth:`commit`."""

    def __init__(
        self,
        folder: Path,
        split: str,
        schema: pa.Schema,
        audio: str,
        hasher: Executor,
        shard_bytes: int = SHARD_BYTES,
    ) -> None:
        self.folder, self.split, self.schema = folder, split, schema
        self._hasher = hasher
        self.shard_bytes = shard_bytes
        self._options = parquet_options(schema, audio)
        self._written: list[tuple[Path, int, int, str]] = []
        self._file: _HashedFile | None = None
        self._writer: pq.ParquetWriter | None = None
        self._rows = 0

    def write(self, table: pa.Table) -> None:
        """Append one row group, in a new shard where the current one would grow too large."""
        # A twentieth is left to the page index and the footer.
        room = self.shard_bytes * 19 // 20
        if self._file is not None and self._file.sink.tell() + table.nbytes > room:
            self._finish()
        if self._writer is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._file = _HashedFile(self._part(len(self._written)), self._hasher)
            self._writer = pq.ParquetWriter(self._file.sink, self.schema, **self._options)
        assert self._file is not None
        self._writer.write_table(table, row_group_size=max(1, table.num_rows))
        self._rows += table.num_rows
        self._file.follow()

    def commit(self, root: Path) -> list[FileInfo]:
        """Give the shards their names, in place of those of an earlier write.

        Args:
            root: Folder of the dataset, to which the returned paths are relative.
        """
        self._finish()
        for stale in self.folder.glob(f"{self.split}-[0-9]*-of-[0-9]*.parquet"):
            stale.unlink()
        infos = []
        count = len(self._written)
        for index, (part, size, rows, sha256) in enumerate(self._written):
            path = self.folder / shard_name(self.split, index, count)
            part.replace(path)
            infos.append(FileInfo(path.relative_to(root).as_posix(), size, rows, sha256))
        return infos

    def abort(self) -> None:
        """Remove what was written."""
        # A full disk may refuse the footer as well; the files go all the same.
        with contextlib.suppress(OSError, pa.ArrowException):
            self._finish()
        for part in self.folder.glob(f".{self.split}-[0-9]*.part"):
            part.unlink()

    def _part(self, index: int) -> Path:
        return self.folder / f".{self.split}-{index:05d}.part"

    def _finish(self) -> None:
        if self._writer is None or self._file is None:
            return
        self._writer.close()
        sha256 = self._file.close()
        part = self._part(len(self._written))
        self._written.append((part, self._file.size, self._rows, sha256))
        self._writer = self._file = None
        self._rows = 0


def parquet_options(schema: pa.Schema, audio: str) -> Mapping[str, Any]:
    """Writer settings: audio stored as it is, text compressed, a page index to seek by.

    FLAC does not compress further, and minimum and maximum of its bytes say nothing; the dictionary
    would only be tried and thrown away.
    """
    text = [name for name in _leaves(schema) if name != f"{audio}.bytes"]
    return {
        "compression": {**dict.fromkeys(text, "zstd"), f"{audio}.bytes": "none"},
        "use_dictionary": text,
        "write_statistics": text,
        "write_page_index": True,
        "version": "2.6",
    }


def _leaves(schema: pa.Schema) -> list[str]:
    """Column paths as Parquet names them."""

    def walk(name: str, kind: pa.DataType) -> list[str]:
        if pa.types.is_struct(kind):
            return [leaf for f in kind for leaf in walk(f"{name}.{f.name}", f.type)]
        if pa.types.is_list(kind):
            return walk(f"{name}.list.element", kind.value_type)
        return [name]

    return [leaf for field in schema for leaf in walk(field.name, field.type)]
