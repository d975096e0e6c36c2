"""FollowBench (Chinese): instructions to which one constraint is added at each of five levels.

Licence: Apache-2.0. Citation: Y. Jiang et al., FollowBench, ACL 2024, arXiv:2310.20410,
https://github.com/YJiangcm/FollowBench.
Format: ``<kind>_constraints.json``, arrays of ``{example_id, category, source, level, instruction,
target}``; level 0 is the instruction without a constraint, and is
empty where there is none (15 rows, rejected as such).
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
    name="followbench",
    title="FollowBench",
    language="zh",
    license="Apache-2.0",
    homepage="https://github.com/YJiangcm/FollowBench",
    home={
        "github": "YJiangcm/FollowBench",
        "revision": "6278f4c1377b4eafab737267b8b21acd52ea0e52",
        "files": published("followbench"),
    },
    rows={"all": 908},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read all kinds and levels; the source's ``target`` is the reference where it has one."""
    return items(SOURCE, where, _draft, files="*_constraints.json")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    number, level = row["example_id"], row["level"]
    # The mixed file calls its rows by one of the kinds they mix, so the kind is the file's.
    kind = path.stem.removesuffix("_constraints")
    origin = row["source"] if kind == "example" else ""
    return Draft(
        id="-".join(str(part) for part in (kind, origin, number, level) if part != ""),
        prompt=row["instruction"],
        reference=row["target"] or None,
        fields={"kind": kind, "category": row["category"], "source": row["source"], "level": level},
    )
