"""VoiceBench: the released English benchmark with its audio, any of its configs.

Licence: Apache-2.0 on the Hub; each config keeps that of its source. Citation: Y. Chen et al.,
VoiceBench: Benchmarking LLM-Based Voice Assistants, 2024, arXiv:2410.17196,
https://huggingface.co/datasets/hlt-lab/voicebench.
Format: ``<config>/<split>-*.parquet`` with ``audio``, ``prompt`` and the columns of the config.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.errors import unknown_name
from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.sources.speech import embedded
from builders.step import Rejected

SOURCE = Source(
    name="voicebench",
    title="VoiceBench",
    language="en",
    license="Apache-2.0",
    homepage="https://huggingface.co/datasets/hlt-lab/voicebench",
    home={"hub": "hlt-lab/voicebench", "revision": "main", "file": "{config}/{split}-*.parquet"},
    rows={
        "alpacaeval": 199,
        "alpacaeval_full": 636,
        "commoneval": 200,
        "sd-qa": 6083,
        "ifeval": 345,
        "advbench": 520,
        "openbookqa": 455,
        "mmsu": 3074,
        "bbh": 1000,
        "wildvoice": 1000,
        "mtbench": 46,
    },
)


def read(
    where: Any = None,
    *,
    config: str,
    split: str = "test",
    audio: bool = True,
    source: Source | None = None,
) -> Iterator[Item | Rejected]:
    """Read a config; every column but ``audio``, ``prompt``, ``reference`` becomes a field.

    Ids are those of the rows where the config has them (``id``, ``key``, ``question_id``), and
    follow from the text elsewhere.

    Args:
        where: The folder of the release, of one config, or one Parquet file.
        config: Name of the config.
        split: Name of the split, such as ``test`` or ``usa``.
        audio: Import the speech.
        source: Facts, where another reader builds on this one.

    Raises:
        VivavoceError: No such config.
    """
    if config not in SOURCE.rows:
        raise unknown_name("config", config, SOURCE.rows, SOURCE.title)
    facts = source or SOURCE

    def make(row: dict[str, Any], path: Path) -> Draft:
        fields = {k: v for k, v in row.items() if k not in ("audio", "prompt", "reference")}
        own = next((row[c] for c in ("id", "key", "question_id") if row.get(c) is not None), None)
        return Draft(
            id=None if own is None else str(own),
            prompt=row["prompt"],
            reference=row.get("reference"),
            fields=fields,
            audio=embedded(row["audio"]) if audio else None,
        )

    files = (f"{config}/{split}-*.parquet", f"{split}-*.parquet")
    return items(facts, where, make, files=files)
