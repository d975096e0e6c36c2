"""WenMind: 4,875 questions on classical Chinese literature in 42 fine-grained tasks.

Licence: none stated in the file. Citation: J. Cao et al., WenMind: A Comprehensive Benchmark for
Evaluating Large Language Models in Chinese Classical Literature and Language Arts, NeurIPS 2024.
Format: one JSON array of ``{id, domain, capability, question_format, coarse_grained_task_zh/en,
fine_grained_task_zh/en, question, answer}``; 51 questions occur twice under different ids.
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
    name="wenmind",
    title="WenMind",
    language="zh",
    license="none stated",
    homepage="https://github.com/SCUT-DLVCLab/WenMind",
    how="Get WenMind_ver1.json from the homepage's repository and name the file.",
    access="manual",
    rows={"all": 4875},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions; options stay in the prompt, as formats differ between tasks."""
    return items(SOURCE, where, _draft, files="*.json")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    return Draft(
        id=str(row["id"]),
        prompt=row["question"],
        reference=str(row["answer"]),
        fields={
            "domain": row["domain"],
            "capability": row["capability"],
            "question_format": row["question_format"],
            "task": row["fine_grained_task_zh"],
        },
    )
