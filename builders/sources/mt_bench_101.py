"""MT-Bench-101: 1,388 multi-turn dialogues in 13 tasks.

Licence: Apache-2.0. Citation: G. Bai et al., MT-Bench-101, ACL 2024, arXiv:2402.14762,
https://github.com/mtbench101/mt-bench-101.
Format: JSON Lines ``{task, id, history: [{user, bot}]}``. VocalBench speaks the last user turn and
keeps the earlier ones as text.
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
    name="mt_bench_101",
    title="MT-Bench-101",
    language="en",
    license="Apache-2.0",
    homepage="https://github.com/mtbench101/mt-bench-101",
    home={
        "github": "mtbench101/mt-bench-101",
        "revision": "bc18b3e2c18c99164e11528f1a79c92083db5953",
        "files": published("mt_bench_101"),
    },
    rows={"all": 1388},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the dialogues: last user turn, its answer, ``Context`` before it, ``Category``."""
    return items(SOURCE, where, _draft, files="*.jsonl")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    *earlier, last = row["history"]
    context = []
    for turn in earlier:
        context += [
            {"from": "user", "value": turn["user"]},
            {"from": "assistant", "value": turn["bot"]},
        ]
    return Draft(
        id=f"{row['task']}-{row['id']}",
        prompt=last["user"],
        reference=last["bot"],
        fields={"Category": row["task"], "Context": context},
    )
