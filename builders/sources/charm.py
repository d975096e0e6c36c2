"""CHARM: Chinese commonsense reasoning, a Chinese and a global half of seven tasks each.

Licence: Apache-2.0. Citation: J. Sun et al., Benchmarking Chinese Commonsense Reasoning of LLMs,
ACL 2024, arXiv:2403.14112, https://github.com/opendatalab/CHARM.
Format: ``reasoning/<half>_<task>.json`` with ``{canary, examples: [{id, input, target}]}``; the
options stand in the input and the target is a letter in brackets.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.mcq import choice, split_options
from builders.sources.source import Source, published
from builders.step import Rejected

SOURCE = Source(
    name="charm",
    title="CHARM",
    language="zh",
    license="Apache-2.0",
    homepage="https://github.com/opendatalab/CHARM",
    home={
        "github": "opendatalab/CHARM",
        "revision": "1d0b0ef290218646a0fd88c6ad1a7b5c11163e59",
        "files": published("charm"),
    },
    rows={"all": 1800},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the tasks; ``half`` is ``Chinese`` or ``Global``, ``task`` the rest of the file's name.

    A row whose options cannot be told apart keeps them in its prompt, with a note.
    """
    return items(SOURCE, where, _draft, files=("reasoning/*.json", "*.json"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    half, _, task = path.stem.partition("_")
    fields: dict[str, Any] = {"half": half, "task": task.replace("_", " ")}
    target = row["target"].strip().strip("()（）")
    parts = split_options(row["input"])
    if parts is None:
        note = "the options could not be told apart"
        return Draft(row["input"], row["id"], target, fields, notes=(note,))
    question, texts = parts
    reference, found = choice(texts, target)
    return Draft(id=row["id"], prompt=question, reference=reference, fields=fields | found)
