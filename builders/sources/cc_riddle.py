"""CC-Riddle: riddles whose answer is one Chinese character.

Licence: CC BY-NC-SA 4.0. Citation: F. Xu et al., CC-Riddle: A Question Answering Dataset of
Chinese Character Riddles, 2022, arXiv:2206.13778, https://github.com/pku0xff/CC-Riddle.
Format: JSON Lines ``{id, question, answer, source, split}``, five of them twice (rejected);
the older CSV names them ``riddle`` and ``character``. Both are read.
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
    name="cc_riddle",
    title="CC-Riddle",
    language="zh",
    license="CC-BY-NC-SA-4.0",
    homepage="https://github.com/pku0xff/CC-Riddle",
    home={
        "github": "pku0xff/CC-Riddle",
        "revision": "ccab84b2d117aca006db9d37dfcf67322b7f01de",
        "files": published("cc_riddle"),
    },
    rows={"all": 27517},
)


def read(where: Any = None, *, split: str | None = None) -> Iterator[Item | Rejected]:
    """Read the riddles. Ids follow from the text.

    Args:
        where: The file.
        split: Keep one split; all where ``None``.
    """

    def make(row: dict[str, Any], path: Path) -> Draft | None:
        if split is not None and row["split"] != split:
            return None
        old = "riddle" in row
        return Draft(
            prompt=row["riddle" if old else "question"],
            reference=row["character" if old else "answer"],
            fields={"split": row["split"]} if "split" in row else {},
        )

    return items(SOURCE, where, make, files=("CC-Riddle.jsonl", "*.csv"))
