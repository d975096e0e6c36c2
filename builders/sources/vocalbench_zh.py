"""VocalBench-zh: the released Mandarin benchmark, 11,115 questions, and robust_clean (100).

Licence: Apache-2.0. Citation: H. Liu et al., VocalBench-zh, 2025,
https://huggingface.co/datasets/VocalNet/VocalBench-zh.
Format: ``json/<set>.json``, arrays with ``Qid``, ``Set``, ``Audio``, ``Question`` and the columns
of the set. Put right on the way, with a note in the row: ``Question_prmopt`` is renamed, a missing
``Question_zh`` (two rows; empty in six more) becomes null, blanks around a question go. Left as
released: the category ``Achient …``, questions that occur twice, and Qids of three and of four
digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builders.item import Item
from builders.sources.released import released
from builders.sources.source import Source, published
from builders.step import Rejected

SOURCE = Source(
    name="vocalbench_zh",
    title="VocalBench-zh",
    language="zh",
    license="Apache-2.0",
    homepage="https://huggingface.co/datasets/VocalNet/VocalBench-zh",
    home={
        "github": "SJTU-OmniAgent/VocalBench-zh",
        "revision": "3524c78c78c5da3b2636f3ffe9740f6a04a1222a",
        "files": published("vocalbench_zh"),
    },
    how="The texts are fetched, the recordings are not: download the folders beside 'json' of the "
    "dataset on the homepage.",
    text_only=True,
    rows={
        "chinese_knowledge": 1000,
        "foreign_knowledge": 1000,
        "general_knowledge": 1000,
        "reasoning": 851,
        "creativity": 240,
        "single_round": 200,
        "multi_round": 400,
        "instruction_following": 1000,
        "emotion": 500,
        "safety": 400,
        "cs_knowledge": 362,
        "cs_knowledge_en": 362,
        "cs_open_ended": 200,
        "robust": 3600,
        "robust_clean": 100,
    },
    part_language={"cs_knowledge_en": "en"},
    own_ids=True,
)


def read(
    where: Any = None, *, set: str | None = None, audio: bool = False
) -> Iterator[Item | Rejected]:
    """Read one set of the release.

    Args:
        where: The folder ``json``, the folder above it, or the file of one set.
        set: Name of the set, such as ``reasoning``; may be left out where the place is a file.
        audio: Import the recordings, which lie beside ``json`` as ``Audio`` says.

    Raises:
        SourceError: The place is a folder and no set is named: ids repeat between sets.
    """
    return released(SOURCE, where, set, audio)
