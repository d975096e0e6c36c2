"""SciQ: crowd-written science exam questions with four options.

Licence: CC BY-NC 3.0. Citation: J. Welbl et al., Crowdsourcing Multiple Choice Science Questions,
W-NUT 2017, arXiv:1707.06209.
Format: ``{question, correct_answer, distractor1, distractor2, distractor3, support}``; 1,000 test
rows. The right option is not in a fixed place there, so options are ordered by their text.
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
    name="sciq",
    title="SciQ",
    language="en",
    license="CC-BY-NC-3.0",
    homepage="https://huggingface.co/datasets/allenai/sciq",
    home={
        "hub": "allenai/sciq",
        "revision": "2c94ad3e1aafab77146f384e23536f97a4849815",
        "files": published("sciq"),
    },
    rows={"test": 1000},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions with their options. Ids follow from the text."""
    return items(SOURCE, where, _draft, files=("data/test-*.parquet", "test.json*"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    right = row["correct_answer"]
    texts = sorted({right, *(row[f"distractor{number}"] for number in (1, 2, 3))})
    reference, fields = choice(texts, texts.index(right))
    fields["support"] = row.get("support", "")
    return Draft(prompt=row["question"], reference=reference, fields=fields)
