"""LLaMA Questions: 300 spoken trivia questions with recordings.

Licence: CC BY 4.0. Citation: E. Nachmani et al., Spoken Question Answering and Speech Continuation
Using Spectrogram-Powered LLM, ICLR 2024, arXiv:2305.15255,
https://github.com/google-research-datasets/LLAMA1-Test-Set.
Format: a TSV ``Questions, Answer, Wav Filename`` beside the recordings ``<number>.wav``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source, published
from builders.step import Rejected

SOURCE = Source(
    name="llama_questions",
    title="LLaMA Questions",
    language="en",
    license="CC-BY-4.0",
    homepage="https://github.com/google-research-datasets/LLAMA1-Test-Set",
    home={
        "github": "google-research-datasets/LLAMA1-Test-Set",
        "revision": "e6e4e82924bcbffbe27f0c11ab1e1140c6b2e23e",
        "files": published("llama_questions"),
    },
    how="The table is fetched, its 300 recordings are not: read with audio: false, or clone the "
    "homepage's repository at commit e6e4e82924bcbffbe27f0c11ab1e1140c6b2e23e.",
    text_only=True,
    rows={"all": 300},
)


def read(where: Any = None, *, audio: bool = True) -> Iterator[Item | Rejected]:
    """Read the questions.

    Args:
        where: The folder, or the table in it.
        audio: Import the recordings; without, only the text is read.
    """

    def make(row: dict[str, Any], path: Path) -> Draft:
        name = row["Wav Filename"]
        return Draft(
            id=Path(name).stem,
            prompt=row["Questions"],
            reference=row["Answer"],
            audio=path.parent / name if audio else None,
        )

    return items(SOURCE, where, make, files=("*.tsv", "*.csv"))
