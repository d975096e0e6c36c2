"""AlpacaEval: 805 instructions in five parts (helpful_base, koala, oasst, selfinstruct, vicuna).

Licence: CC BY-NC 4.0 (data). Citation: X. Li et al., AlpacaEval: An Automatic Evaluator of
Instruction-following Models, 2023, https://github.com/tatsu-lab/alpaca_eval.
Format: one JSON array of ``{instruction, output, generator, dataset, datasplit}``; the file with
the inputs and a file with the outputs of any model will both do. The home is the outputs that the
repository carries as an example, which hold all 805 instructions. VoiceBench speaks helpful_base
and vicuna (``alpacaeval``) or all five (``alpacaeval_full``).
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
    name="alpaca_eval",
    title="AlpacaEval",
    language="en",
    license="CC-BY-NC-4.0",
    homepage="https://github.com/tatsu-lab/alpaca_eval",
    home={
        "github": "tatsu-lab/alpaca_eval",
        "revision": "cd543a149df89434d8a54582c0151c0b945c3d20",
        "files": published("alpaca_eval"),
    },
    rows={"all": 805},
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the instructions; ``dataset`` names the part. Ids follow from the text."""
    return items(SOURCE, where, _draft, files="*.json")


def _draft(row: dict[str, Any], path: Path) -> Draft:
    return Draft(prompt=row["instruction"], fields={"dataset": row["dataset"]})
