"""WebQuestions: questions from a search engine's suggestions, answered from Freebase.

Licence: CC BY 4.0. Citation: J. Berant et al., Semantic Parsing on Freebase from Question-Answer
Pairs, EMNLP 2013.
Format on the Hub: Parquet ``{url, question, answers: [text]}``; 2,032 test rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="web_questions",
    title="WebQuestions",
    language="en",
    license="CC-BY-4.0",
    homepage="https://huggingface.co/datasets/stanfordnlp/web_questions",
    home={
        "hub": "stanfordnlp/web_questions",
        "revision": "0e473cbe21d1e91ec18da343644498be6a3f5454",
        "file": "data/test-*.parquet",
    },
    rows={"test": 2032},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions; ``answers`` lists all right answers. Ids follow from the text."""
    return items(SOURCE, where, _draft, files=("data/test-*.parquet", "*test*"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    answers = list(row["answers"])
    return Draft(
        prompt=row["question"],
        reference=answers[0] if answers else None,
        fields={"answers": answers},
    )
