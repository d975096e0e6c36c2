"""Read the records of a file, whatever its format, one at a time.

JSON Lines, CSV, TSV and Parquet are streamed. A JSON document is read whole: it may be an array,
an object with one array in it, or an object whose values are the records (``_key`` then holds
the key).
"""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.sources.place import SourceError
from builders.sources.readable import open_text, readable


@dataclass(frozen=True)
class Record:
    """One record.

    Attributes:
        row: Its columns; empty where ``problem`` is set.
        place: File and row, for messages.
        problem: Why it could not be read.
    """

    row: dict[str, Any]
    place: str
    problem: str | None = None


def records(path: Path) -> Iterator[Record]:
    """Read every record of a file.

    Raises:
        SourceError: The format is unknown, the file is not UTF-8, or it is damaged as a whole.
    """
    kind = path.name.lower().removesuffix(".gz").rpartition(".")[2]
    readers = {"jsonl": _lines, "json": _json, "csv": _csv, "tsv": _tsv, "parquet": _parquet}
    if kind not in readers:
        raise SourceError(f"{path}: unknown format '.{kind}'; known: {', '.join(sorted(readers))}")
    with readable(path):
        yield from readers[kind](path)


def _lines(path: Path) -> Iterator[Record]:
    with open_text(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            place = f"{path.name}, line {number}"
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                yield Record({}, place, f"not JSON: {error.msg} at column {error.colno}")
                continue
            except (ValueError, RecursionError) as error:  # a number or a nesting without end
                yield Record({}, place, f"not JSON that can be read: {error}")
                continue
            yield _record(row, place)


def _record(row: Any, place: str) -> Record:
    if not isinstance(row, dict):
        return Record({}, place, f"expected an object, found {type(row).__name__}")
    return Record(row, place)


def _json(path: Path) -> Iterator[Record]:
    with open_text(path) as file:
        text = file.read()
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":  # one object a line under the wrong name
            yield from _lines(path)
            return
        raise SourceError(f"{path}: damaged JSON: {error.msg} at line {error.lineno}") from error
    except ValueError as error:
        raise SourceError(f"{path}: damaged JSON: {error}") from error
    if isinstance(data, dict):
        lists = [value for value in data.values() if isinstance(value, list)]
        if len(lists) == 1:
            data = lists[0]
        elif data and all(isinstance(value, dict) for value in data.values()):
            data = [{"_key": key, **value} for key, value in data.items()]
    if not isinstance(data, list):
        raise SourceError(f"{path}: expected a list of records")
    for number, row in enumerate(data, 1):
        yield _record(row, f"{path.name}, record {number}")


def _csv(path: Path) -> Iterator[Record]:
    csv.field_size_limit(sys.maxsize)
    with open_text(path) as file:
        yield from _table(csv.reader(file, strict=True), path)


def _tsv(path: Path) -> Iterator[Record]:
    # TSV has no quoting: Common Voice and its like hold lone quotation marks.
    csv.field_size_limit(sys.maxsize)
    with open_text(path) as file:
        yield from _table(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE), path)


def _table(rows: Any, path: Path) -> Iterator[Record]:
    header: list[str] | None = None
    while True:
        try:
            cells = next(rows, None)
        except csv.Error as error:
            yield Record({}, f"{path.name}, line {rows.line_num}", f"damaged quotation: {error}")
            continue
        if cells is None:
            return
        if not cells:
            continue
        if header is None:
            header = cells
            twice = [name for name in header if name and header.count(name) > 1]
            if twice:
                raise SourceError(f"{path}: the column '{twice[0]}' stands twice in the header")
            continue
        place = f"{path.name}, line {rows.line_num}"
        if len(cells) != len(header):
            yield Record({}, place, f"{len(cells)} cells, the header has {len(header)}")
        else:
            yield Record(dict(zip(header, cells, strict=True)), place)


def _parquet(path: Path) -> Iterator[Record]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(path)
    except pa.ArrowInvalid as error:
        raise SourceError(f"{path}: damaged Parquet: {error}") from error
    number = 0
    with file:
        for batch in file.iter_batches(batch_size=64):
            for row in batch.to_pylist():
                number += 1
                yield Record(row, f"{path.name}, row {number}")
