"""Read a published dataset row by row, with audio decoded by soundfile.

No torch, no torchcodec, no copy of the dataset in a cache: row groups are read as they are asked
for, from a folder or straight from the Hub.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from builders.errors import VivavoceError, unknown_name
from builders.package.files import Dataset, audio_columns, open_dataset

_BATCH = 20


def load(
    path_or_repo: str | Path,
    config: str,
    split: str = "test",
    *,
    columns: Sequence[str] | None = None,
    revision: str | None = None,
    decode: bool = True,
    endpoint: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Stream the rows of one split.

    Args:
        path_or_repo: Folder of a packaged dataset, or ``org/name`` on the Hub.
        config: Name of the config.
        split: Name of the split.
        columns: Columns to read; all by default. Without audio only text is read or fetched.
        revision: Tag, branch or commit on the Hub.
        decode: Whether audio becomes ``{"array", "sampling_rate", "path"}`` (array of shape
            ``(frames,)``, float32 in [-1, 1)) rather than ``{"bytes", "path"}``.
        endpoint: Address of another Hub; ``HF_ENDPOINT`` by default.

    Yields:
        One mapping a row.

    Raises:
        VivavoceError: There is no such dataset, config, split or column, or a file is damaged.
    """
    dataset = open_dataset(path_or_repo, revision, endpoint)
    paths = dataset.paths(config, split)
    # Names are checked here and not at the first row, so that a mistake shows where it is made.
    with dataset.parquet(paths[0]) as file:
        names = file.schema_arrow.names
    for name in columns or ():
        if name not in names:
            raise unknown_name("column", name, names, f"{dataset.name}, {config}")
    return iter_rows(dataset, config, split, columns=columns, decode=decode)


def iter_rows(
    dataset: Dataset,
    config: str,
    split: str,
    *,
    columns: Sequence[str] | None = None,
    decode: bool = True,
) -> Iterator[dict[str, Any]]:
    """Stream the rows of one split of an open dataset; see :func:`load`."""
    for path in dataset.paths(config, split):
        with dataset.parquet(path) as file:
            audio = audio_columns(file.schema_arrow) if decode else []
            wanted = list(columns) if columns is not None else None
            row = 0
            # Group by group: a reader over all of them would fetch the whole file ahead.
            for batch in _batches(file, wanted):
                for values in batch.to_pylist():
                    for name in audio:
                        if values.get(name) is not None:
                            values[name] = _decoded(values[name], f"{path}, row {row}")
                    row += 1
                    yield values


def _batches(file: pq.ParquetFile, columns: list[str] | None) -> Iterator[pa.RecordBatch]:
    for group in range(file.num_row_groups):
        yield from file.iter_batches(batch_size=_BATCH, row_groups=[group], columns=columns)


def _decoded(value: dict[str, Any], where: str) -> dict[str, Any]:
    import soundfile as sf

    if value["bytes"] is None:
        raise VivavoceError(f"{where}: the audio is not embedded ({value['path']!r} is a path)")
    try:
        samples, rate = sf.read(io.BytesIO(value["bytes"]), dtype="float32")
    except sf.LibsndfileError as error:
        raise VivavoceError(f"{where}: the audio cannot be decoded: {error}") from error
    return {"array": samples, "sampling_rate": rate, "path": value["path"]}
