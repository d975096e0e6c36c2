"""Dynamic-SUPERB, age classification: speakers of known age, used as speech prompts.

Licence: that of the corpus each task was made from; see its card. Citation: C. Huang et al.,
Dynamic-SUPERB, ICASSP 2024, arXiv:2309.09510, https://huggingface.co/DynamicSuperb.
Format: Parquet with ``audio``, ``file``, ``instruction`` and ``label`` (the age, or its decade in
words). The rows have no transcript: recognise them before they are used as speech prompts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.sources.speech import embedded
from builders.step import Rejected

SOURCE = Source(
    name="dynamic_superb_age",
    title="Dynamic-SUPERB age classification",
    language="en",
    license="see the card",
    homepage="https://huggingface.co/DynamicSuperb",
    how="Pick the age classification set of the homepage, and name it in the recipe: "
    "{hub: DynamicSuperb/<set>, revision: <commit>, file: 'data/test-*.parquet'}.",
    access="manual",
    speech_only=True,
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the recordings with their age in ``age``."""
    return items(SOURCE, where, _draft, files=("data/test-*.parquet", "*.parquet"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    name = Path(row["file"]).stem
    return Draft(
        prompt=row.get("text") or "",
        id=name,
        fields={"age": row["label"]},
        audio=embedded(row["audio"]),
        voice=name,
        notes=() if row.get("text") else ("no transcript",),
    )
