"""MMLU-Pro: harder multiple choice over 14 subjects; VoiceBench's mmsu speaks 12 of them.

Licence: MIT. Citation: Y. Wang et al., MMLU-Pro, NeurIPS 2024, arXiv:2406.01574.
Format: Parquet ``{question_id, question, options, answer, answer_index, cot_content, category,
src}``; 12,032 test rows. Questions have up to ten options.
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
    name="mmlu_pro",
    title="MMLU-Pro",
    language="en",
    license="MIT",
    homepage="https://huggingface.co/datasets/TIGER-Lab/MMLU-Pro",
    home={
        "hub": "TIGER-Lab/MMLU-Pro",
        "revision": "b189ec765aa7ed75c8acfea42df31fdae71f97be",
        "files": published("mmlu_pro"),
    },
    rows={"test": 12032},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions with their options; ``category`` is the subject."""
    return items(SOURCE, where, _draft, files=("data/test-*.parquet", "*.parquet"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    reference, fields = choice(list(row["options"]), int(row["answer_index"]))
    fields |= {"category": row["category"], "src": row["src"]}
    return Draft(
        id=str(row["question_id"]), prompt=row["question"], reference=reference, fields=fields
    )
