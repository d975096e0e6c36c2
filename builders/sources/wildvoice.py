"""WildVoice: 1,000 open questions recorded by a crowd with diverse accents.

Licence: Apache-2.0 on the Hub. Citation: Y. Chen et al., VoiceBench, 2024, arXiv:2410.17196.
Format: config ``wildvoice`` of :mod:`builders.sources.voicebench`: ``audio``, ``prompt``, …
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builders.item import Item
from builders.sources import voicebench
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="wildvoice",
    title="WildVoice",
    language="en",
    license="Apache-2.0",
    homepage="https://huggingface.co/datasets/hlt-lab/voicebench",
    home={"hub": "hlt-lab/voicebench", "revision": "main", "file": "wildvoice/test-*.parquet"},
    rows={"test": 1000},
)


def read(where: Any = None, *, audio: bool = True) -> Iterator[Item | Rejected]:
    """Read the rows; see :func:`builders.sources.voicebench.read`."""
    return voicebench.read(where, config="wildvoice", audio=audio, source=SOURCE)
