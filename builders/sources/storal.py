"""STORAL: human-written stories with a moral, 4,000 in Chinese and 2,000 in English.

Licence: none stated. Citation: J. Guan et al., A Corpus for Understanding and Generating Moral
Stories, NAACL 2022, https://github.com/thu-coai/MoralStory.
Format: on the Hub Parquet ``storal_<language>_<split>-*``, in the older ``data.zip`` JSON Lines for
the story-to-moral task, both with ``{story, moral}``. Files without morals are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="storal",
    title="STORAL",
    language="zh",
    license="none stated",
    homepage="https://github.com/thu-coai/MoralStory",
    home={"hub": "Jiann/STORAL", "revision": "main", "file": "storal_{language}_[tv]*"},
)


def read(where: Any = None, *, language: str = "zh") -> Iterator[Item | Rejected]:
    """Read the stories; the moral is the reference. Ids follow from the text.

    Args:
        where: A file of ``{story, moral}``, the folder of the release, or one with ``test.json*``.
        language: ``zh`` or ``en``.
    """

    def make(row: dict[str, Any], path: Path) -> Draft:
        return Draft(prompt=row["story"], reference=row["moral"], language=language)

    files = (f"storal_{language}_[tv]*", "test.json*", "*.json*")
    return items(SOURCE, where, make, files=files)
