"""From the records of a source to items: ids, licence, revision, rejects."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from builders.item import Item
from builders.provenance import Provenance, Speech, StepRecord
from builders.sources.place import SourceError
from builders.sources.readable import readable
from builders.sources.records import Record, records
from builders.sources.source import Source
from builders.sources.sums import revision_of
from builders.sources.where import resolve
from builders.step import Rejected

VERSION = 1
"""Raised whenever the same source file would give other items."""


@dataclass(frozen=True)
class Draft:
    """What a source says about one row; the rest of an item follows from the source.

    Attributes:
        prompt: The text of the row.
        id: Id at the source; ``None`` where it has none: the id then follows from the text.
        reference: Expected answer.
        fields: Further columns.
        language: Language, where it differs between rows.
        license: Licence, where it differs between rows.
        audio: Speech: a file, or the bytes of one.
        voice: Who speaks.
        notes: What was wrong with the row and how it was put right.
    """

    prompt: str
    id: str | None = None
    reference: str | None = None
    fields: dict[str, Any] = field(default_factory=dict)
    language: str | None = None
    license: str | None = None
    audio: Path | bytes | None = None
    voice: str = "unknown"
    notes: tuple[str, ...] = ()


Make: TypeAlias = "Callable[[dict[str, Any], Path], Draft | None]"
"""Turns a record of a file into a draft, or into ``None`` where it is not asked for."""


def items(
    source: Source,
    where: Any,
    make: Make,
    *,
    files: str | Sequence[str] = "*",
    read: Callable[[Path], Iterator[Record]] = records,
) -> Iterator[Item | Rejected]:
    """Read a source.

    A bad row is rejected with its place and never ends the reading.

    Args:
        source: Facts about the source.
        where: Its place, see :mod:`builders.sources.where`.
        make: Maps columns.
        files: Wildcards for the files, where the place is a folder.
        read: Reads the records of a file.

    Raises:
        SourceError: It cannot be had, is empty, or not a single row has the described format.
    """
    place = resolve(where, source=source)
    seen: dict[str, str] = {}
    good, bad, empty = 0, None, True
    for path in place.files(*([files] if isinstance(files, str) else files)):
        revision = place.revision or revision_of(path, source)
        for record in _guarded(read, path):
            empty = False
            outcome = _one(source, revision, record, make, path, seen)
            if isinstance(outcome, Item):
                good += 1
            elif isinstance(outcome, Rejected) and outcome.reason in _UNUSABLE:
                bad = bad or outcome
            if outcome is not None:
                yield outcome
    if empty:
        raise SourceError(f"{place.root}: empty, there is no row of {source.title} in it")
    if bad and not good:
        problem = _UNUSABLE[bad.reason].format(title=source.title)
        raise SourceError(f"{place.root}: not a single row has {problem} ({bad.detail})")


_UNUSABLE = {
    "malformed row": "the format of {title}",
    "unreadable audio": "a recording that can be read",
}


def _guarded(read: Callable[[Path], Iterator[Record]], path: Path) -> Iterator[Record]:
    with readable(path):
        yield from read(path)


def _one(
    source: Source,
    revision: str | None,
    record: Record,
    make: Make,
    path: Path,
    seen: dict[str, str],
) -> Item | Rejected | None:
    if record.problem:
        return Rejected("malformed row", f"{record.place}: {record.problem}")
    try:
        draft = make(record.row, path)
    except KeyError as error:
        columns = ", ".join(map(str, record.row))
        return Rejected("malformed row", f"{record.place}: no column {error}; found {columns}")
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        return Rejected("malformed row", f"{record.place}: {error}")
    if draft is None:
        return None
    if problem := _unusable_text(draft):
        return Rejected("malformed row", f"{record.place}: {problem}")
    prompt = draft.prompt.strip()
    if not prompt and not source.speech_only:
        return Rejected("empty prompt", record.place)
    if draft.id is not None and not str(draft.id).strip():
        return Rejected("no id", record.place)
    own = text_id(draft) if draft.id is None else str(draft.id).strip()
    if own in seen:
        reason = "duplicate text" if draft.id is None else "duplicate id"
        return Rejected(reason, f"{record.place}: {own} stands already at {seen[own]}")
    seen[own] = record.place
    note = "; ".join(draft.notes) or None
    item = Item(
        id=own if source.own_ids else f"{source.name}-{own}",
        prompt=prompt,
        language=draft.language or source.language,
        reference=draft.reference,
        fields=draft.fields,
        source_id=own,
        source_revision=revision or row_sum(record.row),
        license=draft.license or source.license,
        provenance=Provenance(
            steps=(
                StepRecord(step="read", version=VERSION, params={"source": source.name}, note=note),
            )
        ),
    )
    return item if draft.audio is None else _spoken(item, draft, record.place)


def _unusable_text(draft: Draft) -> str | None:
    """Why prompt or reference is no text."""
    # Sources are read as they come: what a draft declares is not yet certain.
    for name, value in (("prompt", draft.prompt), ("reference", draft.reference or "")):
        if not isinstance(value, str):
            return f"the {name} is not text but {type(value).__name__}"
        try:
            value.encode()
        except UnicodeEncodeError as error:
            return f"the {name} has half a character at {error.start}"
    return None


def _spoken(item: Item, draft: Draft, place: str) -> Item | Rejected:
    from builders.audio.io import AudioFileError
    from builders.sources.speech import read_speech

    try:
        samples, rate = read_speech(draft.audio, place)
    except AudioFileError as error:
        return Rejected("unreadable audio", f"{place}: {error}", item=item)
    speech = Speech(engine="recorded", revision=item.source_revision, voice=draft.voice)
    return item.with_audio(samples, rate).but(provenance=item.provenance.but(speech=speech))


def text_id(draft: Draft) -> str:
    """Stable id of a row without one: the first 12 digits of the SHA-256 of its text."""
    text = f"{draft.prompt.strip()}\x1f{draft.reference or ''}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def row_sum(row: dict[str, Any]) -> str:
    """Checksum of one row, so that an edit of one leaves the revision of the others alone."""
    text = json.dumps(row, ensure_ascii=False, sort_keys=True, default=_plain)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def _plain(value: Any) -> str:
    return hashlib.sha256(value).hexdigest() if isinstance(value, bytes) else str(value)
