"""A folder of recordings, each with its transcript in a text file of the same name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.readable import open_text, readable
from builders.sources.records import Record
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="audio_folder",
    title="a folder of recordings",
    language="en",
    license="unknown",
    homepage="builders/sources/audio_folder.py",
    how="Put <name>.txt with the words beside each recording <name>.wav.",
    access="manual",
    own_ids=True,
)


def read(
    where: Any,
    *,
    files: str = "**/*.wav",
    text: str = ".txt",
    voice: str = "unknown",
    language: str = "en",
    license: str = "unknown",
) -> Iterator[Item | Rejected]:
    """Read the recordings in the order of their names.

    Args:
        where: The folder.
        files: Wildcards for the recordings.
        text: Ending of the transcripts.
        voice: Who speaks.
        language: Language that is spoken.
        license: Licence of the recordings.
    """

    def beside(path: Path) -> Iterator[Record]:
        words = path.with_suffix(text)
        if not words.is_file():
            yield Record({}, path.name, f"no transcript {words.name} beside it")
            return
        with readable(words), open_text(words) as file:
            yield Record({"text": file.read()}, path.name)

    def make(row: dict[str, Any], path: Path) -> Draft:
        return Draft(id=path.stem, prompt=row["text"], audio=path, voice=voice)

    facts = replace(SOURCE, language=language, license=license)
    return items(facts, where, make, files=files, read=beside)
