"""Chinese SimpleQA: 3,000 short factual questions in six domains.

Licence: MIT (repository); the copy on the Hub states CC BY-NC-SA 4.0. Citation: Y. He et al.,
Chinese SimpleQA, 2024, arXiv:2411.07140, https://github.com/OpenStellarTeam/ChineseSimpleQA.
Format: JSON Lines ``{id, primary_category, secondary_category, question, answer, urls}``.
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
    name="chinese_simpleqa",
    title="Chinese SimpleQA",
    language="zh",
    license="CC-BY-NC-SA-4.0",
    homepage="https://github.com/OpenStellarTeam/ChineseSimpleQA",
    home={
        "github": "OpenStellarTeam/ChineseSimpleQA",
        "revision": "8b1aa9ebc5b91092356eb61f20f355c5993e6ce5",
        "files": published("chinese_simpleqa"),
    },
    rows={"all": 3000},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions with their domain."""
    return items(SOURCE, where, _draft, files="*.jsonl")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    return Draft(
        id=row["id"],
        prompt=row["question"],
        reference=row["answer"],
        fields={
            "primary_category": row["primary_category"],
            "secondary_category": row["secondary_category"],
        },
    )
