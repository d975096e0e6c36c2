"""GSM8K: grade school mathematics word problems, 1,319 in the test split.

Licence: MIT. Citation: K. Cobbe et al., Training Verifiers to Solve Math Word Problems, 2021,
arXiv:2110.14168, https://github.com/openai/grade-school-math.
Format: JSON Lines ``{question, answer}``; the answer is a solution with calculator marks
``<<1+1=2>>`` that ends in ``#### number``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source, published
from builders.step import Rejected

SOURCE = Source(
    name="gsm8k",
    title="GSM8K",
    language="en",
    license="MIT",
    homepage="https://github.com/openai/grade-school-math",
    home={
        "github": "openai/grade-school-math",
        "revision": "3101c7d5072418e28b9008a6636bde82a006892c",
        "files": published("gsm8k"),
    },
    rows={"test": 1319},
)

_MARKS = re.compile(r"<<[^>]*>>")


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the problems; the reference is the final number. Ids follow from the text."""
    return items(SOURCE, where, _draft, files=("test.jsonl", "main/test-*.parquet"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    solution, mark, final = row["answer"].rpartition("####")
    if not mark:
        raise ValueError("the answer has no '####' before its final number")
    return Draft(
        prompt=row["question"],
        reference=final.strip(),
        fields={"solution": _MARKS.sub("", solution).strip()},
    )
