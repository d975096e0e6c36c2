"""CS3-Bench: Mandarin-English code-switching, 362 knowledge and 200 open-ended questions.

Licence: Apache-2.0 (as released within VocalBench-zh). Citation: H. Liu et al., CS3-Bench:
Evaluating and Enhancing Speech-to-Speech LLMs for Mandarin-English Code-Switching, 2025,
arXiv:2510.07881, https://huggingface.co/datasets/VocalNet/CS3-Bench.
Format: on the Hub ``knowledge.parquet``, ``knowledge_en.parquet`` and ``open_ended.parquet`` with
``Qid``, ``audio``, ``Question`` and answers; and JSON arrays in the form of
:mod:`builders.sources.vocalbench_zh`, where the same questions are released as ``cs_knowledge``,
``cs_knowledge_en`` and ``cs_open_ended``. Both are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builders.item import Item
from builders.sources.released import released
from builders.sources.source import Source, published
from builders.step import Rejected

SOURCE = Source(
    name="cs3_bench",
    title="CS3-Bench",
    language="zh",
    license="Apache-2.0",
    homepage="https://huggingface.co/datasets/VocalNet/CS3-Bench",
    home={
        "github": "SJTU-OmniAgent/VocalBench-zh",
        "revision": "3524c78c78c5da3b2636f3ffe9740f6a04a1222a",
        "files": published("cs3_bench"),
    },
    how="The texts are fetched, the recordings are not: download the Parquet files of the homepage "
    "and name their folder.",
    text_only=True,
    rows={"cs_knowledge": 362, "cs_knowledge_en": 362, "cs_open_ended": 200},
    part_language={"cs_knowledge_en": "en"},
    own_ids=True,
)


def read(
    where: Any = None, *, set: str | None = None, audio: bool = False
) -> Iterator[Item | Rejected]:
    """Read one set; see :func:`builders.sources.vocalbench_zh.read`."""
    return released(SOURCE, where, set, audio)
