"""CommonsenseQA: everyday questions with five options.

Licence: MIT. Citation: A. Talmor et al., CommonsenseQA, NAACL 2019, arXiv:1811.00937.
Format on the Hub: Parquet ``{id, question, question_concept, choices: {label, text}, answerKey}``;
the original JSON Lines nest ``question: {stem, choices: [{label, text}]}``. Both are read. The
test split has no answers, so the 1,221 validation rows are used.
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
    name="commonsense_qa",
    title="CommonsenseQA",
    language="en",
    license="MIT",
    homepage="https://huggingface.co/datasets/tau/commonsense_qa",
    home={
        "hub": "tau/commonsense_qa",
        "revision": "94630fe30dad47192a8546eb75f094926d47e155",
        "files": published("commonsense_qa"),
    },
    rows={"validation": 1221},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions with their options."""
    return items(SOURCE, where, _draft, files=("data/validation-*.parquet", "dev*.jsonl"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    if isinstance(row["question"], dict):
        stem, choices = row["question"]["stem"], row["question"]["choices"]
        texts = [each["text"] for each in choices]
    else:
        stem, texts = row["question"], list(row["choices"]["text"])
    reference, fields = choice(texts, row["answerKey"])
    return Draft(id=row["id"], prompt=stem, reference=reference, fields=fields)
