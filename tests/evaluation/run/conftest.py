from __future__ import annotations

import importlib.util
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf


def clip(seed: int, seconds: float = 0.05) -> bytes:
    """FLAC of noise, another for every seed."""
    samples = np.random.default_rng(seed).integers(-9000, 9000, int(16_000 * seconds))
    buffer = io.BytesIO()
    sf.write(buffer, samples.astype(np.int16), 16_000, format="FLAC", subtype="PCM_16")
    return buffer.getvalue()


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
                    "audio": {"bytes": clip(place * 10_000 + n), "path": f"{n}.flac"},
                }
                for n in range(count)
            ]
            path = folder / config / "test-00000-of-00001.parquet"
            path.parent.mkdir(parents=True)
            pq.write_table(pa.Table.from_pylist(rows), path)
        return folder

    return make


@pytest.fixture(scope="session")
def audio_server(root: Path) -> ModuleType:
    """The module of the audio chat server."""
    path = root / "tests" / "helpers" / "audio_chat_server.py"
    spec = importlib.util.spec_from_file_location("audio_chat_server", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
