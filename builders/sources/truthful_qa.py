"""TruthfulQA: 817 questions that invite common misconceptions.

Licence: Apache-2.0. Citation: S. Lin et al., TruthfulQA, ACL 2022, arXiv:2109.07958,
https://github.com/sylinrl/TruthfulQA.
Format: CSV ``Type,Category,Question,Best Answer,Correct Answers,Incorrect Answers,Source``, lists
joined by semicolons. The home is version 1
of the file; since 2025 the main file holds 790 rows.
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
    name="truthful_qa",
    title="TruthfulQA",
    language="en",
    license="Apache-2.0",
    homepage="https://github.com/sylinrl/TruthfulQA",
    home={
        "github": "sylinrl/TruthfulQA",
        "revision": "d71c110897f5d31c5d7f309e7bc316c152f6f031",
        "files": published("truthful_qa"),
    },
    rows={"all": 817},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions with right and wrong answers. Ids follow from the text."""
    return items(SOURCE, where, _draft, files="*.csv")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    return Draft(
        prompt=row["Question"],
        reference=row["Best Answer"],
        fields={
            "category": row["Category"],
            "answers": _list(row["Correct Answers"]),
            "wrong_answers": _list(row["Incorrect Answers"]),
        },
    )


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]
