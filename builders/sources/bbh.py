"""BIG-Bench Hard: VoiceBench speaks four of its tasks (250 rows each).

Licence: MIT. Citation: M. Suzgun et al., Challenging BIG-Bench Tasks and Whether Chain-of-Thought
Can Solve Them, 2022, arXiv:2210.09261, https://github.com/suzgunmirac/BIG-Bench-Hard.
Format: ``bbh/<task>.json`` with ``{canary, examples: [{input, target}]}``. Two rows of
sports_understanding occur twice; all 250 are kept, as VoiceBench does, with a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.errors import unknown_name
from builders.item import Item
from builders.sources.draft import Draft, items, text_id
from builders.sources.source import Source, published
from builders.sources.where import resolve
from builders.step import Rejected

TASKS = ("sports_understanding", "hyperbaton", "navigate", "web_of_lies")
"""The tasks that VoiceBench speaks."""

SOURCE = Source(
    name="bbh",
    title="BIG-Bench Hard",
    language="en",
    license="MIT",
    homepage="https://github.com/suzgunmirac/BIG-Bench-Hard",
    home={
        "github": "suzgunmirac/BIG-Bench-Hard",
        "revision": "9ee07bd481feebf959a6b59d61ea57bdcf30964d",
        "files": published("bbh"),
    },
    rows=dict.fromkeys(TASKS, 250),
)


def _task(path: Path) -> str:
    """Task of a file: its name."""
    return path.name.partition(".")[0]


def read(where: Any = None, *, tasks: tuple[str, ...] = TASKS) -> Iterator[Item | Rejected]:
    """Read the tasks; ids begin with the task, as VoiceBench's scoring expects.

    Args:
        where: The folder with a JSON file a task.
        tasks: Tasks to read.

    Raises:
        VivavoceError: A task has no file.
    """
    place = resolve(where, source=SOURCE)
    if place.root.is_dir():
        for task in tasks:
            if not (place.root / f"{task}.json").is_file():
                there = [path.stem for path in place.files("*.json")]
                raise unknown_name("task", task, there, SOURCE.title)
    elif _task(place.root) not in tasks:
        raise unknown_name("task", _task(place.root), tasks, str(place.root))
    times: Counter[str] = Counter()

    def make(row: dict[str, Any], path: Path) -> Draft | None:
        if _task(path) not in tasks:
            return None
        draft = Draft(prompt=row["input"], reference=row["target"], fields={"task": _task(path)})
        own = f"{_task(path)}-{text_id(draft)}"
        times[own] += 1
        if times[own] == 1:
            return replace(draft, id=own)
        note = f"the source has this row {times[own]} times"
        return replace(draft, id=f"{own}-{times[own]}", notes=(note,))

    return items(SOURCE, place, make, files="*.json")
