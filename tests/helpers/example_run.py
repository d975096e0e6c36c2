"""A small dataset and a run on it, written to disk as the real ones are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from clips import clip

from evaluation.contracts import Response
from evaluation.data import open_examples
from evaluation.run.folder import RunFolder
from evaluation.run.plan import keys_of


def write_dataset(folder: Path, configs: Mapping[str, Sequence[Mapping[str, Any]]]) -> Path:
    """Configs with their rows; every row gets audio. A config may be ``name/split``."""
    for place, (config, rows) in enumerate(configs.items()):
        name, _, split = config.partition("/")
        path = folder / name / f"{split or 'test'}-00000-of-00001.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        with_audio = [
            {**row, "audio": {"bytes": clip(1000 * place + n), "path": f"{n}.flac"}}
            for n, row in enumerate(rows)
        ]
        pq.write_table(pa.Table.from_pylist(with_audio), path)
    return folder


def write_run(
    folder: Path,
    dataset: Path,
    suite: str,
    answers: Mapping[str, Response | str | None],
    *,
    model: str = "example@1",
    samples: int = 1,
) -> Path:
    """A finished run; answers by ``config/id``. Rows without an entry were not answered."""
    examples = open_examples(dataset, family=suite)
    run = RunFolder(folder)
    keys = []
    with run.locked():
        for place in examples.places():
            for example in examples.read(place, audio=False):
                for key in keys_of(example, samples):
                    keys.append(key)
                    said = answers.get(f"{key.config}/{key.id}")
                    if isinstance(said, str):
                        said = Response(key.id, text=said)
                    if said is not None:
                        run.append(place.config, place.split, said)
        run.add_to_plan(keys)
        run.write_manifest(
            {
                "format": 1,
                "suite": suite,
                "dataset": {
                    "where": str(dataset),
                    "family": suite,
                    "revisions": {
                        f"{p.config}/{p.split}": examples.revision(p) for p in examples.places()
                    },
                    "samples": samples,
                },
                "model": {"name": "example", "revision": model, "temperature": 0},
                "settings": {"mode": "speech", "prompt": "base@1", "samples": samples, "seed": 0},
            }
        )
        run.finalise()
    return folder
