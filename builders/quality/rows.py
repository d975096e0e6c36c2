"""The rows that a quality report looks at, from a stage of a build or from a finished dataset."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.item import Item
from builders.stage.files import read_items

GROUPS = ("Category", "Sub-category", "Source", "category", "task", "condition", "variation")
"""Columns whose values are counted."""

_VARIANT = ("variation", "variant", "condition", "dialect", "Level", "level")

_TEXT = ("prompt", "Question", "transcript")
_ANSWER = ("reference", "Answer", "answer", "Answer_zh")


@dataclass(frozen=True)
class Row:
    """What a report needs of a row.

    Attributes:
        id: Row id.
        text: The text as written.
        spoken: The text as spoken; ``None`` where the data does not tell.
        language: ``en`` or ``zh``.
        reference: Expected answer.
        seconds: Length of the audio.
        options: Whether the options of a multiple choice are part of the text.
        groups: Values of the columns that are counted.
        variant: What tells variants of one text apart: split, condition, dialect and the like.
    """

    id: str
    text: str
    spoken: str | None
    language: str
    reference: str | None = None
    seconds: float | None = None
    options: bool = False
    groups: Mapping[str, str] = field(default_factory=dict)
    variant: str = ""


def of_item(item: Item) -> Row:
    """A row of a build."""
    fields, made = item.fields, item.provenance.variant
    options = fields.get("choice_form") == "spoken" or bool(fields.get("options"))
    return Row(
        id=item.id,
        text=item.prompt,
        spoken=item.transcript,
        language=item.language,
        reference=item.reference,
        seconds=item.audio.seconds if item.audio else None,
        options=options or _lists_options(item.prompt),
        groups={name: str(fields[name]) for name in GROUPS if fields.get(name) is not None},
        variant=_variant(fields, f"{made.condition} {made.level}" if made else ""),
    )


def _variant(values: Mapping[str, Any], more: str) -> str:
    names = (*_VARIANT, "Category") if values.get("Level") else _VARIANT
    return " ".join([more, *(str(values[name]) for name in names if values.get(name))]).strip()


def subsets(path: Path) -> dict[str, Iterator[Row]]:
    """Rows by subset.

    Args:
        path: A stage's folder, one of its Parquet files, or the folder of a dataset.

    Raises:
        VivavoceError: There is nothing of the kind.
    """
    if path.is_file():
        return {path.stem: map(of_item, read_items(path))}
    if (path / "README.md").is_file():
        return _dataset(path)
    files = [p for p in sorted(path.glob("*.parquet")) if not p.stem.endswith(".review")]
    if not files:
        raise VivavoceError(
            f"{path}: neither a dataset nor the folder of a stage, such as build/ear/text"
        )
    return {file.stem: map(of_item, read_items(file)) for file in files}


def _dataset(path: Path) -> dict[str, Iterator[Row]]:
    from builders.package.files import open_dataset
    from builders.package.reader import iter_rows

    dataset = open_dataset(path)

    def rows(config: str) -> Iterator[Row]:
        for split in dataset.shards[config]:
            for number, values in enumerate(iter_rows(dataset, config, split, decode=False)):
                yield _of_values(values, split, number)

    return {config: rows(config) for config in dataset.shards}


def _of_values(values: Mapping[str, Any], split: str, number: int) -> Row:
    import soundfile as sf

    text = next((str(values[name]) for name in _TEXT if values.get(name)), "")
    answer = next((str(values[name]) for name in _ANSWER if values.get(name) is not None), None)
    sound = values.get("audio")
    info = sf.info(io.BytesIO(sound["bytes"])) if sound and sound.get("bytes") else None
    han = sum("\u4e00" <= c <= "\u9fff" for c in text)
    return Row(
        id=str(values.get("id") or values.get("Qid") or f"{split}-{number}"),
        text=text,
        spoken=values.get("spoken"),
        language="zh" if han else "en",
        reference=answer,
        seconds=info.duration if info else None,
        options=_lists_options(text),
        groups={name: str(values[name]) for name in GROUPS if values.get(name) is not None},
        variant=_variant(values, split),
    )


def _lists_options(text: str) -> bool:
    return "Option A" in text or "\nA. " in text or "选项A" in text
