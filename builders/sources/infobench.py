"""InFoBench: 500 instructions split into 2,250 yes-no requirements.

Licence: MIT. Citation: Y. Qin et al., InFoBench, 2024, arXiv:2401.03601.
Format: JSON ``{id, input, category, instruction, decomposed_questions, subset, question_label}``.
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
    name="infobench",
    title="InFoBench",
    language="en",
    license="MIT",
    homepage="https://huggingface.co/datasets/kqsong/InFoBench",
    home={
        "hub": "kqsong/InFoBench",
        "revision": "cef03a2830944bfb0d201107895ddd0e0e90bf0e",
        "files": published("infobench"),
    },
    rows={"all": 500},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the instructions; an input follows its instruction after a blank line."""
    return items(SOURCE, where, _draft, files=("*.json", "*.parquet", "*.jsonl"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    parts = [row["instruction"].strip(), (row["input"] or "").strip()]
    return Draft(
        id=row["id"],
        prompt="\n\n".join(part for part in parts if part),
        fields={
            "category": row["category"],
            "subset": row["subset"],
            "decomposed_questions": row["decomposed_questions"],
            "question_label": row["question_label"],
        },
    )
