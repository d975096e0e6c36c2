"""Tell whether a file is the one that a source names.

A sum of 64 digits is a SHA-256. One of 40 digits is the id that Git gives the file's content, for
files whose commit is known and whose bytes nobody has summed.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from builders.sources.source import Source

_HAS_FILE_DIGEST = hasattr(hashlib, "file_digest")  # since Python 3.11


def sha256(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        if _HAS_FILE_DIGEST:
            return hashlib.file_digest(file, "sha256").hexdigest()
        return _sum(file, hashlib.sha256())


def git_blob(path: Path) -> str:
    """Id that Git gives the content of a file: SHA-1 over its length and its bytes."""
    header = f"blob {path.stat().st_size}\0".encode()
    with path.open("rb") as file:
        return _sum(file, hashlib.sha1(header, usedforsecurity=False))


def sum_like(path: Path, wanted: str) -> str:
    """Sum of a file, of the same kind as the one that is wanted."""
    return git_blob(path) if len(wanted) == 40 else sha256(path)


def revision_of(path: Path, source: Source) -> str | None:
    """Revision of the source that holds this very file; ``None`` where none is known to.

    Only a file with the name of a published one is summed.
    """
    known = source.known or source.home or {}
    for name, wanted in known.get("files", {}).items():
        if Path(name).name == path.name and sum_like(path, wanted) == wanted:
            return str(known["revision"])
    return None


def _sum(file: Any, digest: Any) -> str:
    while block := file.read(1 << 20):
        digest.update(block)
    return str(digest.hexdigest())
