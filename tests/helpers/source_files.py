"""Small files in the formats of sources, and what is read from them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import soundfile as sf

from builders.item import Item
from builders.sources import read
from builders.step import Rejected


def put(path: Path, rows: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    elif path.suffix == ".json":
        path.write_text(json.dumps(rows), encoding="utf-8")
    elif path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    else:
        path.write_text(rows, encoding="utf-8")
    return path


def tone(path: Path, seconds: float = 0.5, rate: int = 24_000) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    sf.write(path, 0.3 * np.sin(np.arange(int(seconds * rate)) * 0.05), rate)
    return path.read_bytes()


def one(name: str, where: Path, **options: Any) -> Item:
    rows = list(read(name, where, **options))
    assert len(rows) == 1 and isinstance(rows[0], Item), rows
    return rows[0]


def options_of(item: Item) -> list[str]:
    return [f"{o['label']} {o['text']}" for o in item.fields["options"]]


def items_of(*args, **kwargs) -> list[Item]:
    rows = list(read(*args, **kwargs))
    assert [r for r in rows if isinstance(r, Rejected)] == []
    return rows
