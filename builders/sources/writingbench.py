"""WritingBench: 1,000 long writing tasks in Chinese and English over six domains.

Licence: Apache-2.0. Citation: Y. Wu et al., WritingBench, 2025, arXiv:2503.05244,
https://github.com/X-PLUG/WritingBench.
Format: ``benchmark_all.jsonl`` with ``{index, domain1, domain2, lang, query, checklist}``.
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
    name="writingbench",
    title="WritingBench",
    language="mul",
    license="Apache-2.0",
    homepage="https://github.com/X-PLUG/WritingBench",
    home={
        "github": "X-PLUG/WritingBench",
        "revision": "ae2d5176449b7b769815482641d35926f26793eb",
        "files": published("writingbench"),
    },
    rows={"all": 1000},
)


def read(where: Any = None, *, language: str | None = "zh") -> Iterator[Item | Rejected]:
    """Read the tasks with their domains and checklist.

    Args:
        where: The file.
        language: ``zh`` or ``en``; both where ``None``.
    """

    def make(row: dict[str, Any], path: Path) -> Draft | None:
        if language is not None and row["lang"] != language:
            return None
        fields = {key: row[key] for key in ("domain1", "domain2", "checklist")}
        return Draft(id=str(row["index"]), prompt=row["query"], fields=fields, language=row["lang"])

    return items(SOURCE, where, make, files=("benchmark_all.jsonl", "*.jsonl"))
