"""CMMLU: Chinese multiple choice over 67 subjects, 11,582 test questions.

Licence: CC BY-NC-SA 4.0. Citation: H. Li et al., CMMLU: Measuring Massive Multitask Language
Understanding in Chinese, ACL 2024, arXiv:2306.09212, https://github.com/haonan-li/CMMLU.
Format: ``test/<subject>.csv`` with an unnamed column of the row number, ``Question``, ``A`` to
``D`` and ``Answer``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.mcq import choice
from builders.sources.source import Source, published
from builders.step import Rejected

SOURCE = Source(
    name="cmmlu",
    title="CMMLU",
    language="zh",
    license="CC-BY-NC-SA-4.0",
    homepage="https://github.com/haonan-li/CMMLU",
    home={
        "github": "haonan-li/CMMLU",
        "revision": "d6e7b716d8ac694f38969a6c0407437d1fded799",
        "files": published("cmmlu"),
    },
    rows={"all": 11582},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions with their options; ``subject`` is the file's name."""
    return items(SOURCE, where, _draft, files=("test/*.csv", "*.csv"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    reference, fields = choice([row[letter] for letter in "ABCD"], row["Answer"])
    return Draft(
        id=f"{path.stem}-{row['']}",
        prompt=row["Question"],
        reference=reference,
        fields={"subject": path.stem, **fields},
    )
