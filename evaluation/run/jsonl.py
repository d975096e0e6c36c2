"""JSON lines that are appended to by processes that may be killed."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

log = logging.getLogger("evaluation.run")


def dump(value: Mapping[str, Any]) -> str:
    """One line, without its end."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)


def read_jsonl(path: Path, *, missing_ok: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file; a torn last line is passed over.

    A damaged line in the middle is passed over too, with a warning that names it: the row then
    counts as not done.
    """
    if missing_ok and not path.exists():
        return
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            try:
                value = json.loads(raw)
                if not raw.endswith(b"\n") or not isinstance(value, dict):
                    raise ValueError("cut off")
            except ValueError:
                if raw.strip():
                    log.warning("%s, line %d is damaged and was passed over", path, number)
                continue
            yield value


def write_jsonl(path: Path, values: Iterable[Mapping[str, Any]]) -> None:
    """Write a whole file; it appears complete or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with temporary.open("w", encoding="utf-8", newline="\n") as file:
        for value in values:
            file.write(dump(value) + "\n")
    temporary.replace(path)


class Log:
    """A file that grows by whole lines; opening it cuts off a torn last line."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _cut_torn_line(path)
        self._file = path.open("ab", buffering=0)

    def write(self, value: Mapping[str, Any]) -> None:
        """Append a line by one write."""
        self._file.write((dump(value) + "\n").encode("utf-8", "replace"))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _cut_torn_line(path: Path) -> None:
    if not path.exists():
        return
    with path.open("rb+") as file:
        end = position = file.seek(0, os.SEEK_END)
        while position:
            step = min(4096, position)
            file.seek(position - step)
            block = file.read(step)
            found = block.rfind(b"\n")
            if found >= 0:
                position = position - step + found + 1
                break
            position -= step
        if position != end:
            file.truncate(position)
