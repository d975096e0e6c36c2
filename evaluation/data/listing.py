"""JSON or JSON lines with audio files beside them: the released VocalBench, EAR folders.

Layouts that are read:

* ``json/<config>.json`` with the WAV files in ``audio/`` or beside ``json``, named in ``Audio``;
* ``<config>.json`` or ``<config>.jsonl`` with ``audio``, ``Audio`` or ``file_name``;
* ``<config>/metadata.jsonl`` (or ``.json``), as ``audiofolder`` of the ``datasets`` package has it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from evaluation.contracts import Example
from evaluation.data.columns import own_id, to_example
from evaluation.data.source import Place

_NAMES = ("file_name", "Audio", "audio", "audio_path", "wav")
# The released JSON says ``instruction/``; one release has the files in another folder.
_SPELLINGS = (
    ("instruction/", "instruction_following/"),
    ("instruction_following/", "instruction/"),
)
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
        """Hash of the listing."""
        return "sha256:" + hashlib.sha256(self._files[place.config].read_bytes()).hexdigest()[:16]

    def read(self, place: Place, *, audio: bool = True) -> Iterator[Example]:
        """The rows of a config in their order; a named file that is missing is an error."""
        path = self._files[place.config]
        seen: set[str] = set()
        for number, row in enumerate(read_listing(path)):
            where = f"{path}, row {number}"
            example = to_example(
                row,
                family=self.family,
                config=place.config,
                split=place.split,
                audio=self._audio(path, row, place.config, where) if audio else None,
                where=where,
            )
            if example.id in seen:
                raise VivavoceError(f"{where}: the id '{example.id}' occurs twice")
            seen.add(example.id)
            yield example

    def _audio(
        self, listing: Path, row: Mapping[str, Any], config: str, where: str
    ) -> bytes | None:
        name = next((row[n] for n in _NAMES if isinstance(row.get(n), str)), None)
        tried = _candidates(listing, self._folder, name, row, config)
        for path in tried:
            if path.is_file():
                return path.read_bytes()
        if name is None:
            return None
        raise VivavoceError(
            f"{where}: the audio '{name}' is not there; looked for "
            f"{', '.join(str(p) for p in tried[:4])}"
        )


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


def _candidates(
    listing: Path, folder: Path, name: str | None, row: Mapping[str, Any], config: str
) -> list[Path]:
    """Places a recording may have; the id is matched exactly, never as the start of a name."""
    roots = [folder, folder / "audio", folder / "wav", listing.parent]
    if name is None:
        stem = own_id(row, config, "")
        names = [f"{config}/{stem}{ending}" for ending in (".wav", ".flac")]
        names += [f"{stem}{ending}" for ending in (".wav", ".flac")]
    else:
        names = [name]
        names += [name.replace(a, b, 1) for a, b in _SPELLINGS if name.startswith(a)]
        names += [padded for n in list(names) for padded in _padded(n)]
    return [root / n for n in names for root in roots]


def _padded(name: str) -> list[str]:
    """The same running number with three and with four digits."""
    path = Path(name)
    if not path.stem.isdigit():
        return []
    number = int(path.stem)
    widths = {f"{number:03d}", f"{number:04d}"} - {path.stem}
    return [path.with_name(w + path.suffix).as_posix() for w in sorted(widths)]


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
