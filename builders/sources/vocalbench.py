"""VocalBench: the released English benchmark, by the same makers and in the same form.

Licence: Apache-2.0. Citation: H. Liu et al., VocalBench: Benchmarking the Vocal Conversational
Abilities for Speech Interaction Models, 2025, arXiv:2505.15727,
https://huggingface.co/datasets/VocalNet/VocalBench.
Format: as in :mod:`builders.sources.vocalbench_zh`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builders.item import Item
from builders.sources.released import released
from builders.sources.source import Source, published
from builders.step import Rejected

SOURCE = Source(
    name="vocalbench",
    title="VocalBench",
    language="en",
    license="Apache-2.0",
    homepage="https://huggingface.co/datasets/VocalNet/VocalBench",
    home={
        "github": "SJTU-OmniAgent/VocalBench",
        "revision": "5e9cce06f5bbce7d7ff776d4d754792ad0683e68",
        "files": published("vocalbench"),
    },
    how="The texts are fetched, the recordings are not: download the folders beside 'json' of the "
    "dataset on the homepage.",
    text_only=True,
    rows={
        "knowledge": 2000,
        "reasoning": 1000,
        "creativity": 400,
        "single_round": 200,
        "multi_round": 400,
        "instruction_following": 900,
        "emotion": 500,
        "safety": 400,
        "robust": 3600,
        "robust_clean": 100,
    },
    own_ids=True,
)


def read(
    where: Any = None, *, set: str | None = None, audio: bool = False
) -> Iterator[Item | Rejected]:
    """Read one set of the release; see :func:`builders.sources.vocalbench_zh.read`."""
    return released(SOURCE, where, set, audio)
