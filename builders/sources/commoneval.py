"""CommonEval: 200 Common Voice recordings that ask for something, picked by VoiceBench's makers.

Licence: CC0-1.0 (Common Voice). Citation: R. Ardila et al., Common Voice, LREC 2020;
Y. Chen et al., VoiceBench, 2024, arXiv:2410.17196.
Format: config ``commoneval`` of :mod:`builders.sources.voicebench`: ``audio``, ``prompt``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from builders.item import Item
from builders.sources import voicebench
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="commoneval",
    title="CommonEval",
    language="en",
    license="CC0-1.0",
    homepage="https://huggingface.co/datasets/hlt-lab/voicebench",
    home={"hub": "hlt-lab/voicebench", "revision": "main", "file": "commoneval/test-*.parquet"},
    rows={"test": 200},
)


def read(where: Any = None, *, audio: bool = True) -> Iterator[Item | Rejected]:
    """Read the rows; see :func:`builders.sources.voicebench.read`."""
    return voicebench.read(where, config="commoneval", audio=audio, source=SOURCE)
