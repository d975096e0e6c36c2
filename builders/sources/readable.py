"""Open the text of a source, and say plainly why a file cannot be read."""

from __future__ import annotations

import codecs
import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from builders.sources.place import SourceError

_GZIP = b"\x1f\x8b"
_FIRST_BYTES = {
    b"version https://git-lfs": "is a pointer to a large file: run 'git lfs pull' in its clone",
    b"<!DOCTYPE html": "is a web page: download the file itself ('raw'), not the page about it",
    b"<html": "is a web page: download the file itself ('raw'), not the page about it",
    b"PK\x03\x04": "is a zip archive: unpack it, or name its members with 'inside'",
}


def open_text(path: Path) -> IO[str]:
    """Open UTF-8 text, with or without a byte order mark, gzipped or not whatever its name is."""
    with path.open("rb") as file:
        gzipped = file.read(2) == _GZIP
    if gzipped:
        return gzip.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Turn what goes wrong with the file as a whole into an error that names it.

    Raises:
        SourceError: Reading inside the block failed: another encoding, a cut download, a web page
            in place of the file.
    """
    try:
        with path.open("rb") as file:
            start = file.read(32)
        for first, problem in _FIRST_BYTES.items():
            if start.lower().startswith(first.lower()):
                raise SourceError(f"{path} {problem}")
        yield
    except UnicodeDecodeError as error:
        if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
            raise SourceError(
                f"{path} is UTF-16: convert it with 'iconv -f UTF-16 -t UTF-8 OLD > NEW'"
            ) from error
        raise SourceError(
            f"{path}: line {_bad_line(path)} is not UTF-8; convert the file, Chinese text for "
            "example with 'iconv -f GB18030 -t UTF-8 OLD > NEW'"
        ) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SourceError(f"{path}: damaged gzip, fetch it again: {error}") from error
    except RecursionError as error:
        raise SourceError(f"{path}: damaged JSON: nested too deep") from error
    except OSError as error:
        raise SourceError(f"{path} cannot be read: {error.strerror or error}") from error


def _bad_line(path: Path) -> int:
    """First line that is not UTF-8."""
    with path.open("rb") as raw:
        gzipped = raw.read(2) == _GZIP
    with gzip.open(path) if gzipped else path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return number
    return 1
