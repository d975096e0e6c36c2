"""MT-Bench: 80 conversations of two turns; VoiceBench speaks 46 of them.

Licence: Apache-2.0. Citation: L. Zheng et al., Judging LLM-as-a-Judge with MT-Bench and Chatbot
Arena, NeurIPS 2023, arXiv:2306.05685.
Format: ``question.jsonl`` with ``{question_id, category, turns, reference?}``; the copy on the Hub
names the turns ``prompt``. Both are read.
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
    name="mt_bench",
    title="MT-Bench",
    language="en",
    license="Apache-2.0",
    homepage="https://github.com/lm-sys/FastChat/tree/main/fastchat/llm_judge",
    home={
        "github": "lm-sys/FastChat",
        "revision": "0e6d3e4beaab66f4d3f93db72541a4abab8af28d",
        "files": published("mt_bench"),
    },
    rows={"all": 80},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the conversations; the prompt is the first turn, ``turns`` holds all."""
    return items(SOURCE, where, _draft, files=("question.jsonl", "*.jsonl"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    turns = list(row["turns"] if "turns" in row else row["prompt"])
    return Draft(
        id=str(row["question_id"]),
        prompt=turns[0],
        fields={
            "category": row["category"],
            "turns": turns,
            "references": list(row.get("reference") or []),
        },
    )
