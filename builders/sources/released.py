"""The common form of the released VocalBench and VocalBench-zh."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.errors import unknown_name
from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.place import SourceError
from builders.sources.source import Source
from builders.sources.speech import embedded
from builders.sources.where import resolve
from builders.step import Rejected

_MISSPELT = {"Question_prmopt": "Question_prompt"}
_PAIRED = ("Question_zh", "Question_en", "Answer_zh", "Answer_en")


def released(
    source: Source, where: Any, part: str | None, audio: bool
) -> Iterator[Item | Rejected]:
    """Read one set.

    Args:
        source: Facts about the release; ``rows`` lists its sets.
        where: Its place.
        part: Name of the set.
        audio: Import the recordings.

    Raises:
        SourceError: The place is a folder and no set is named.
        VivavoceError: No such set.
    """
    place = resolve(where, source=source)
    if part is None and place.root.is_dir():
        raise SourceError(f"{source.title}: name a set: {', '.join(source.rows)}")
    if part is not None and part not in source.rows:
        raise unknown_name("set", part, source.rows, source.title)
    part = part or place.root.stem
    # The Hub release of CS3-Bench: knowledge.parquet and its siblings, with embedded recordings.
    bare = part.removeprefix("cs_")
    part = f"cs_{bare}" if f"cs_{bare}" in source.rows else part

    def make(row: dict[str, Any], path: Path) -> Draft:
        notes, fields = [], dict(row)
        for wrong, right in _MISSPELT.items():
            if wrong in fields:
                fields[right] = fields.pop(wrong)
                notes.append(f"column {wrong} renamed {right}")
        for column in _absent(row):
            notes.append(f"column {column} is {'empty' if column in row else 'missing'}")
            fields[column] = None
        own, question = fields.pop("Qid"), fields.pop("Question")
        if question != question.strip():
            notes.append("blanks around the question removed")
        inside = fields.pop("audio", None)
        name = "" if inside else str(fields.pop("Audio"))
        return Draft(
            id=own,
            prompt=question,
            reference=fields.pop("Answer", fields.get("Answer_zh")),
            fields=fields,
            language=source.part_language.get(part),
            audio=(embedded(inside) if inside else _recording(path, name)) if audio else None,
            notes=tuple(notes),
        )

    files = (f"json/{part}.json", f"{part}.json", f"{bare}.parquet")
    return items(source, place, make, files=files)


def _absent(row: dict[str, Any]) -> list[str]:
    if row.get("Set") != "Code-Switching Knowledge":
        return []
    return [column for column in _PAIRED if not row.get(column)]


def _recording(path: Path, name: str) -> Path:
    """Where a recording lies: the JSON says ``instruction/``, one release has another folder."""
    root = path.parent.parent if path.parent.name == "json" else path.parent
    for folder in (root, root / "audio"):
        for spelling in (name, name.replace("instruction/", "instruction_following/", 1)):
            if (folder / spelling).is_file():
                return folder / spelling
    return root / name
