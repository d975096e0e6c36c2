"""OpenBookQA: elementary science with four options; 500 test rows, VoiceBench speaks 455.

Licence: Apache-2.0. Citation: T. Mihaylov et al., Can a Suit of Armor Conduct Electricity?, EMNLP
2018, arXiv:1809.02789.
Format on the Hub: Parquet ``{id, question_stem, choices: {text, label}, answerKey}``; the original
JSON Lines nest ``question: {stem, choices}``. Both are read.
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
    name="openbookqa",
    title="OpenBookQA",
    language="en",
    license="Apache-2.0",
    homepage="https://huggingface.co/datasets/allenai/openbookqa",
    home={
        "hub": "allenai/openbookqa",
        "revision": "388097ea7776314e93a529163e0fea805b8a6454",
        "files": published("openbookqa"),
    },
    rows={"test": 500},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions with their options."""
    return items(SOURCE, where, _draft, files=("main/test-*.parquet", "test.jsonl"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    if "question" in row:
        stem = row["question"]["stem"]
        texts = [each["text"] for each in row["question"]["choices"]]
    else:
        stem, texts = row["question_stem"], list(row["choices"]["text"])
    reference, fields = choice(texts, row["answerKey"])
    return Draft(id=row["id"], prompt=stem, reference=reference, fields=fields)
