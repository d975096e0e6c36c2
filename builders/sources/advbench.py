"""AdvBench: 520 harmful behaviours, to see whether a model refuses.

Licence: MIT. Citation: A. Zou et al., Universal and Transferable Adversarial Attacks on Aligned
Language Models, 2023, arXiv:2307.15043, https://github.com/llm-attacks/llm-attacks.
Format: CSV ``goal,target``; only ``goal`` is spoken.
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
    name="advbench",
    title="AdvBench",
    language="en",
    license="MIT",
    homepage="https://github.com/llm-attacks/llm-attacks",
    home={
        "github": "llm-attacks/llm-attacks",
        "revision": "098262edf85f807224e70ecd87b9d83716bf6b73",
        "files": published("advbench"),
    },
    rows={"all": 520},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the behaviours; ``target`` is the compliant reply to avoid. Ids follow from the text."""
    return items(SOURCE, where, _draft, files="*.csv")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    return Draft(prompt=row["goal"], fields={"target": row["target"]})
