"""BIG-Bench Hard: VoiceBench speaks four of its tasks (250 rows each).

Licence: MIT. Citation: M. Suzgun et al., Challenging BIG-Bench Tasks and Whether Chain-of-Thought
Can Solve Them, 2022, arXiv:2210.09261, https://github.com/suzgunmirac/BIG-Bench-Hard.
Format: ``bbh/<task>.json`` with ``{canary, examples: [{input, target}]}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items, text_id
from builders.sources.source import Source
from builders.step import Rejected

TASKS = ("sports_understanding", "hyperbaton", "navigate", "web_of_lies")
"""The tasks that VoiceBench speaks."""

SOURCE = Source(
    name="bbh",
    title="BIG-Bench Hard",
    language="en",
    license="MIT",
    homepage="https://github.com/suzgunmirac/BIG-Bench-Hard",
    how="Clone the homepage's repository and name its folder 'bbh'.",
    access="manual",
    rows=dict.fromkeys(TASKS, 250),
)


def read(where: Any = None, *, tasks: tuple[str, ...] = TASKS) -> Iterator[Item | Rejected]:
    """Read the tasks; ids begin with the task, as VoiceBench's scoring expects.

    Args:
        where: The folder with a JSON file a task.
        tasks: Tasks to read.
    """

    def make(row: dict[str, Any], path: Path) -> Draft | None:
        if path.stem not in tasks:
            return None
        draft = Draft(prompt=row["input"], reference=row["target"], fields={"task": path.stem})
        return Draft(**{**vars(draft), "id": f"{path.stem}-{text_id(draft)}"})

    return items(SOURCE, where, make, files="*.json")
