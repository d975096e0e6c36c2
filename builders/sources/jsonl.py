"""Texts of your own: JSON Lines (or JSON, CSV, TSV, Parquet) with named columns.

The sample texts in ``recipes/texts`` are read by this. Every column that is not named below
becomes a family-specific field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.sources.speech import embedded
from builders.step import Rejected

SOURCE = Source(
    name="jsonl",
    title="a file of your own",
    language="en",
    license="unknown",
    homepage="recipes/texts/README.md",
    how="Write one JSON object a line with at least an id and a prompt.",
    access="manual",
    own_ids=True,
)


def read(
    where: Any,
    *,
    id: str = "id",
    prompt: str = "prompt",
    reference: str = "reference",
    audio: str | None = None,
    voice: str | None = None,
    language: str = "en",
    license: str = "unknown",
    files: str = "*.jsonl",
) -> Iterator[Item | Rejected]:
    """Read a file, or every file of a folder.

    Args:
        where: Its place.
        id: Column of the id.
        prompt: Column of the text.
        reference: Column of the expected answer; rows may lack it.
        audio: Column of the speech: a path relative to the file, or embedded bytes.
        voice: Column that says who speaks.
        language: Language of all rows, or ``column:<name>``.
        license: Licence of all rows, or ``column:<name>``.
        files: Wildcards, where the place is a folder.
    """
    taken = {id, prompt, reference, audio, voice}

    def make(row: dict[str, Any], path: Path) -> Draft:
        speech = None
        if audio is not None:
            cell = row[audio]
            speech = path.parent / cell if isinstance(cell, str) else embedded(cell)
        if not isinstance(row[prompt], str):
            raise ValueError(f"column '{prompt}' is not text")
        answer = row.get(reference)
        return Draft(
            id="" if row.get(id) is None else str(row[id]),
            prompt=row[prompt],
            reference=None if answer is None else str(answer),
            fields={key: value for key, value in row.items() if key not in taken},
            language=_of_row(language, row),
            license=_of_row(license, row),
            audio=speech,
            voice=str(row[voice]) if voice else "unknown",
        )

    return items(replace(SOURCE, language=language, license=license), where, make, files=files)


def _of_row(value: str, row: dict[str, Any]) -> str:
    return str(row[value.removeprefix("column:")]) if value.startswith("column:") else value
