from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from clips import clip


@pytest.fixture(scope="session")
def make_dataset() -> Callable[..., Path]:
    """Write a Parquet dataset in the layout of VoiceBench: config → number of rows."""

    def make(folder: Path, configs: dict[str, int]) -> Path:
        for place, (config, count) in enumerate(configs.items()):
            rows = [
                {
                    "id": f"{config}-{n:04d}",
                    "prompt": f"question {n} of {config}?",
                    "reference": f"reference {n}",
                    "audio": {"bytes": clip(place * 10_000 + n, 0.05), "path": f"{n}.flac"},
                }
                for n in range(count)
            ]
            path = folder / config / "test-00000-of-00001.parquet"
            path.parent.mkdir(parents=True)
            pq.write_table(pa.Table.from_pylist(rows), path)
        return folder

    return make
