"""STORAL: human-written stories with a moral, 4,000 in Chinese and 2,000 in English.

Licence: none stated. Citation: J. Guan et al., A Corpus for Understanding and Generating Moral
Stories, NAACL 2022, https://github.com/thu-coai/MoralStory.
Format: ``data.zip`` with JSON Lines ``{story, moral}`` for the story-to-moral task.
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
    how="Download data.zip from the link in the README of the homepage, unzip it, and name the "
    "story-to-moral file of the language you want.",
    access="manual",
)


def read(where: Any = None, *, language: str = "zh") -> Iterator[Item | Rejected]:
    """Read the stories; the moral is the reference. Ids follow from the text.

    Args:
        where: A file of ``{story, moral}``, or a folder with one ``test.json*``.
        language: Language of that file.
    """

    def make(row: dict[str, Any], path: Path) -> Draft:
        return Draft(prompt=row["story"], reference=row["moral"], language=language)

    return items(SOURCE, where, make, files=("test.json*", "*.json*"))
