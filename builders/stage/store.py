"""Content-addressed store of results, shared by processes, safe against torn writes.

A record is one file, named by the SHA-256 of its key. It is written under a temporary name and
renamed, and it carries the hash of its own content: what does not match is treated as absent.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.folders import check_writable, used_as

_MAGIC = b"vvs1"
_HEAD = len(_MAGIC) + 32 + 8
_NAMED = ("the item store", "VIVAVOCE_STORE")


def canonical(value: Any) -> str:
    """JSON text that is the same for equal values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(value: Any) -> str:
    """SHA-256 of a JSON value, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


@dataclass(frozen=True)
class StoreStats:
    """Totals of a store, by kind of record.

    Attributes:
        records: Number of records by kind.
        bytes: Size on disk by kind.
    """

    records: dict[str, int]
    bytes: dict[str, int]


class ItemStore:
    """Folder of records ``kind/ab/<sha256 of key>``."""

    def __init__(self, root: Path | str) -> None:
        self.root = Path(root)

    def check_writable(self) -> None:
        """Find out before any work whether results can be kept.

        Raises:
            VivavoceError: They cannot; the folder and the variable that moves it are named.
        """
        check_writable(_NAMED[0], self.root, _NAMED[1])

    def _used(self) -> AbstractContextManager[None]:
        return used_as(_NAMED[0], self.root, _NAMED[1])

    def path(self, kind: str, key: Any) -> Path:
        """File that holds, or would hold, the record of ``key``."""
        name = digest(key)
        return self.root / kind / name[:2] / name

    def get(self, kind: str, key: Any) -> tuple[Any, bytes] | None:
        """Read a record.

        Args:
            kind: Kind of record, such as ``tts``.
            key: JSON value that determines the result.

        Returns:
            The JSON value and the bytes that were put, or ``None`` where there is no whole record.

        Raises:
            VivavoceError: The store cannot be read.
        """
        path = self.path(kind, key)
        with self._used():
            try:
                raw = path.read_bytes()
            except FileNotFoundError:
                return None
            record = _decode(raw)
            if record is None:
                # Leave no file behind that every later run would read and refuse again.
                path.unlink(missing_ok=True)
                return None
        # A store that can only be read still answers; its owner decides what is old.
        with suppress(OSError):
            os.utime(path)
        return record

    def put(self, kind: str, key: Any, value: Any, data: bytes = b"") -> None:
        """Write a record; a reader sees all of it or nothing.

        Raises:
            VivavoceError: The store cannot be written, or the disk is full.
        """
        path = self.path(kind, key)
        body = canonical(value).encode()
        content = len(body).to_bytes(8, "big") + body + data
        temporary = path.with_name(f".{path.name}.{os.getpid()}.{time.monotonic_ns()}")
        with self._used():
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                with temporary.open("wb") as file:
                    file.write(_MAGIC + hashlib.sha256(content).digest() + content)
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)

    def files(self) -> Iterator[tuple[str, Path]]:
        """All records as ``(kind, file)``."""
        for kind in sorted(p for p in self.root.glob("*") if p.is_dir()):
            for path in sorted(kind.glob("??/*")):
                if not path.name.startswith("."):
                    yield kind.name, path

    def stats(self) -> StoreStats:
        """Count records and bytes by kind."""
        records: dict[str, int] = {}
        sizes: dict[str, int] = {}
        for kind, path in self.files():
            with suppress(FileNotFoundError):  # another process removed it
                sizes[kind] = sizes.get(kind, 0) + path.stat().st_size
                records[kind] = records.get(kind, 0) + 1
        return StoreStats(records, sizes)

    def verify(self) -> Iterator[Path]:
        """Yield the files whose content does not match its hash."""
        for _, path in self.files():
            with suppress(FileNotFoundError):  # another process removed it
                if _decode(path.read_bytes()) is None:
                    yield path

    def gc(self, older_than_days: float) -> tuple[int, int]:
        """Remove records unused for some days, and temporary files left by killed processes.

        Args:
            older_than_days: Records read or written later than this are kept.

        Returns:
            Number of files and of bytes removed.
        """
        limit = time.time() - older_than_days * 86_400
        stale = time.time() - 3_600
        count = size = 0
        for path in list(self.root.glob("*/??/*")):
            try:
                info = path.stat()
            except FileNotFoundError:  # another process was faster
                continue
            if info.st_mtime < (stale if path.name.startswith(".") else limit):
                path.unlink(missing_ok=True)
                count, size = count + 1, size + info.st_size
        return count, size


def _decode(raw: bytes) -> tuple[Any, bytes] | None:
    if len(raw) < _HEAD or raw[: len(_MAGIC)] != _MAGIC:
        return None
    content = raw[len(_MAGIC) + 32 :]
    if hashlib.sha256(content).digest() != raw[len(_MAGIC) : len(_MAGIC) + 32]:
        return None
    length = int.from_bytes(content[:8], "big")
    return json.loads(content[8 : 8 + length]), content[8 + length :]
