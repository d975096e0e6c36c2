"""JSON or JSON lines with audio files beside them: the released VocalBench, EAR folders.

Layouts that are read:

* ``json/<config>.json`` with the WAV files in ``audio/`` or beside ``json``, named in ``Audio``;
* ``<config>.json`` or ``<config>.jsonl`` with ``audio``, ``Audio`` or ``file_name``;
* ``<config>/metadata.jsonl`` (or ``.json``), as ``audiofolder`` of the ``datasets`` package has it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from evaluation.contracts import Example
from evaluation.data.columns import to_example
from evaluation.data.recordings import find_recording
from evaluation.data.source import Place

_SPLIT = "test"


class ListedExamples:
    """Examples of a folder of listings.

    Args:
        folder: The folder.
        family: Family of the dataset.

    Raises:
        VivavoceError: The folder holds no listing.
    """

    def __init__(self, folder: Path, family: str | None = None) -> None:
        self.name, self._folder = str(folder), folder
        self.family = family or "unknown"
        self._files = _listings(folder)
        if not self._files:
            raise VivavoceError(
                f"{folder} holds neither Parquet shards (<config>/<split>-*.parquet) nor listings "
                "(json/<config>.json, <config>.jsonl, <config>/metadata.jsonl)"
            )

    def places(self) -> tuple[Place, ...]:
        """One split a config."""
        return tuple(Place(config, _SPLIT) for config in self._files)

    def revision(self, place: Place) -> str:
        """Hash of the listing, and of names and sizes of the recordings that are there."""
        listing = self._files[place.config]
        total = hashlib.sha256(listing.read_bytes())
        for row in read_listing(listing):
            found = find_recording(self._folder, listing, row, place.config)
            if found.path is not None:
                total.update(f"\n{found.path.name} {found.path.stat().st_size}".encode())
        return "sha256:" + total.hexdigest()[:16]

    def read(self, place: Place, *, audio: bool = True) -> Iterator[Example]:
        """The rows of a config in their order.

        Raises:
            VivavoceError: A row has no text, an id occurs twice, or recordings that the listing
                names are missing; the last is told before the first row.
        """
        path = self._files[place.config]
        rows = read_listing(path)
        recordings = self._recordings(path, rows, place.config) if audio else [None] * len(rows)
        seen: set[str] = set()
        for number, (row, recording) in enumerate(zip(rows, recordings, strict=True)):
            where = f"{path}, row {number}"
            example = to_example(
                row,
                family=self.family,
                config=place.config,
                split=place.split,
                audio=None if recording is None else recording.read_bytes(),
                where=where,
            )
            if example.id in seen:
                raise VivavoceError(f"{where}: the id '{example.id}' occurs twice")
            seen.add(example.id)
            yield example

    def _recordings(
        self, listing: Path, rows: Sequence[Mapping[str, Any]], config: str
    ) -> list[Path | None]:
        """The recording of each row, ``None`` where the listing names none."""
        found = [find_recording(self._folder, listing, row, config) for row in rows]
        lost = [n for n, recording in enumerate(found) if recording.lost]
        if lost:
            first = found[lost[0]]
            more = f" ({len(lost)} of {len(rows)} recordings are missing)" if len(lost) > 1 else ""
            raise VivavoceError(
                f"{listing}, row {lost[0]}: the audio '{first.name}' is not there; looked for "
                f"{', '.join(str(p) for p in first.tried[:4])}{more}"
            )
        return [recording.path for recording in found]


def _listings(folder: Path) -> dict[str, Path]:
    """Config → its listing."""
    found: dict[str, Path] = {}
    for base in (folder / "json", folder):
        for path in sorted(base.glob("*.json*")):
            if path.suffix in (".json", ".jsonl") and path.stem not in ("vivavoce", "croissant"):
                found.setdefault(path.stem, path)
    for name in ("metadata.jsonl", "metadata.json"):
        for path in sorted(folder.glob(f"*/{name}")):
            found.setdefault(path.parent.name, path)
    return found


def read_listing(path: Path) -> list[dict[str, Any]]:
    """Rows of a JSON array or of JSON lines, whatever the ending of the name.

    Raises:
        VivavoceError: The file is neither, naming the line, or is not UTF-8.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise VivavoceError(f"{path}: not UTF-8 text ({error}); convert the file") from error
    try:
        value = json.loads(text)
    except ValueError:
        value = [_line(path, n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    rows = [value] if isinstance(value, dict) else value
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        raise VivavoceError(f"{path}: expected a list of objects, or one object a line")
    return rows


def _line(path: Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise VivavoceError(f"{path}, line {number}: not JSON: {error}") from error
