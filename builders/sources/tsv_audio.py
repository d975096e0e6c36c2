"""Recordings with a table beside them: CSV, TSV or JSON Lines with a column of file names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="tsv_audio",
    title="recordings with a table",
    language="en",
    license="unknown",
    homepage="builders/sources/tsv_audio.py",
    how="Put a table with a column of file names beside the recordings.",
    access="manual",
    own_ids=True,
)


def read(
    where: Any,
    *,
    prompt: str = "prompt",
    audio: str = "audio",
    id: str | None = None,
    reference: str | None = None,
    voice: str | None = None,
    folder: str = ".",
    files: str = "*.tsv",
    language: str = "en",
    license: str = "unknown",
    source: Source | None = None,
) -> Iterator[Item | Rejected]:
    """Read a table and import the recording of each row.

    Args:
        where: The table, or the folder that holds it.
        prompt: Column of the transcript.
        audio: Column of the file name.
        id: Column of the id; the file name without its ending where ``None``.
        reference: Column of the expected answer.
        voice: Column that says who speaks.
        folder: Folder of the recordings, relative to the table.
        files: Wildcards for the table, where the place is a folder.
        language: Language of all rows.
        license: Licence of all rows.
        source: Facts, where another reader builds on this one.
    """
    facts = source or replace(SOURCE, language=language, license=license)
    taken = {prompt, audio, id, reference, voice}

    def make(row: dict[str, Any], path: Path) -> Draft:
        name = str(row[audio])
        return Draft(
            id=str(row[id]) if id else Path(name).stem,
            prompt=row[prompt],
            reference=row[reference] if reference else None,
            fields={key: value for key, value in row.items() if key not in taken},
            audio=path.parent / folder / name,
            voice=str(row[voice]) if voice else "unknown",
        )

    return items(facts, where, make, files=files)
