"""WebDataset shards: tar files in which ``<key>.flac`` is followed by ``<key>.json``."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import Any

from builders.package.export import SplitRows
from builders.package.layout import safe_name

SHARD_BYTES = 500_000_000


def write_split(split: SplitRows, out: Path, shard_bytes: int = SHARD_BYTES) -> int:
    """Write ``<config>/<split>-000000.tar`` and so on.

    The key of a row is its id in a form without dots and slashes; the JSON holds the id itself, all
    columns and the provenance.
    """
    folder = out / split.config
    folder.mkdir(parents=True, exist_ok=True)
    count = shard = size = 0
    tar: tarfile.TarFile | None = None
    try:
        for row in split:
            if tar is None or size > shard_bytes:
                if tar is not None:
                    tar.close()
                tar = tarfile.open(folder / f"{split.split}-{shard:06d}.tar", "w")  # noqa: SIM115
                shard, size = shard + 1, 0
            key = safe_name(str(row[split.id_column]))
            data = row.pop(split.audio_column)["bytes"]
            text = json.dumps(row, ensure_ascii=False).encode("utf-8")
            size += _add(tar, f"{key}.flac", data) + _add(tar, f"{key}.json", text)
            count += 1
    finally:
        if tar is not None:
            tar.close()
    return count


def _add(tar: tarfile.TarFile, name: str, data: bytes) -> int:
    """Add a member; owner and time are left at zero, so that the bytes do not vary."""
    info: Any = tarfile.TarInfo(name)
    info.size = len(data)
    tar.addfile(info, io.BytesIO(data))
    return len(data)
