"""WenMind: 4,875 questions on classical Chinese literature in 42 fine-grained tasks.

Licence: CC BY-NC-SA 4.0. Citation: J. Cao et al., WenMind: A Comprehensive Benchmark for
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
from builders.sources.source import Source, published
from builders.step import Rejected

SOURCE = Source(
    name="wenmind",
    title="WenMind",
    language="zh",
    license="CC-BY-NC-SA-4.0",
    homepage="https://github.com/SCUT-DLVCLab/WenMind",
    home={
        "github": "SCUT-DLVCLab/WenMind",
        "revision": "91e8c05ac796f4f31ffaadacecd68daa2928f7e1",
        "files": published("wenmind"),
    },
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
