"""Where the recording of a listed row lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.data.columns import own_id

_NAMES = ("file_name", "Audio", "audio", "audio_path", "wav")
# The released JSON says ``instruction/``; one release has the files in another folder.
_SPELLINGS = (
    ("instruction/", "instruction_following/"),
    ("instruction_following/", "instruction/"),
)


@dataclass(frozen=True)
class Recording:
    """Outcome of a search.

    Attributes:
        path: The file, ``None`` where there is none.
        name: How the row names it, ``None`` where it does not.
        tried: Where it was looked for.
    """

    path: Path | None
    name: str | None
    tried: list[Path]

    @property
    def lost(self) -> bool:
        """Whether the row names a recording that is not there."""
        return self.path is None and self.name is not None


def find_recording(folder: Path, listing: Path, row: Mapping[str, Any], config: str) -> Recording:
    """Look for the recording of a row.

    Args:
        folder: The dataset.
        listing: The listing that the row stands in.
        row: The row.
        config: Its config.
    """
    name = next((row[n] for n in _NAMES if isinstance(row.get(n), str)), None)
    tried = _candidates(listing, folder, name, row, config)
    return Recording(next((path for path in tried if path.is_file()), None), name, tried)


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
