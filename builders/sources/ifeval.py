"""IFEval: 541 prompts with instructions that a program can check.

Licence: Apache-2.0. Citation: J. Zhou et al., Instruction-Following Evaluation for Large Language
Models, 2023, arXiv:2311.07911.
Format: JSON Lines ``{key, prompt, instruction_id_list, kwargs}``. The copy on the Hub fills absent
arguments with null; these are dropped here, and arguments that are 0 or false are kept.
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
    name="ifeval",
    title="IFEval",
    language="en",
    license="Apache-2.0",
    homepage="https://github.com/google-research/google-research/tree/master/instruction_following_eval",
    home={
        "github": "google-research/google-research",
        "revision": "19638399cc9e03623c5b9087a1d6fa8813974ce9",
        "files": published("ifeval"),
    },
    rows={"all": 541},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the prompts with their checkable instructions."""
    return items(SOURCE, where, _draft, files="*.jsonl")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    ids, kwargs = row["instruction_id_list"], row["kwargs"]
    if len(ids) != len(kwargs):
        raise ValueError(f"{len(ids)} instructions but {len(kwargs)} sets of arguments")
    return Draft(
        id=str(row["key"]),
        prompt=row["prompt"],
        fields={
            "key": row["key"],
            "instruction_id_list": ids,
            "kwargs": [{k: v for k, v in each.items() if v is not None} for each in kwargs],
        },
    )
