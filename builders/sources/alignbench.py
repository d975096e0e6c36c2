"""AlignBench: 683 open questions in Chinese with references, in eight categories.

Licence: none stated in the repository. Citation: X. Liu et al., AlignBench, ACL 2024,
arXiv:2311.18743, https://github.com/THUDM/AlignBench.
Format (v1.1): JSON Lines ``{question_id, category, subcategory, question, reference, evidences}``.
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
    name="alignbench",
    title="AlignBench",
    language="zh",
    license="none stated",
    homepage="https://github.com/THUDM/AlignBench",
    home={
        "github": "THUDM/AlignBench",
        "revision": "5b79d4a84e566db26e755c719935c62a0e1b0527",
        "files": published("alignbench"),
    },
    rows={"all": 683},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions with ``category`` and ``subcategory``."""
    return items(SOURCE, where, _draft, files="*.jsonl")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    return Draft(
        id=str(row["question_id"]),
        prompt=row["question"],
        reference=row["reference"],
        fields={"category": row["category"], "subcategory": row["subcategory"]},
    )
