"""A source on this machine, and the error of one that is not there or not what it should be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from builders.errors import VivavoceError


class SourceError(VivavoceError):
    """A source that is absent, changed, or not in the format its publisher describes."""


@dataclass(frozen=True)
class Place:
    """A source on this machine.

    Attributes:
        root: The file, or the folder that holds the files.
        revision: Commit, release or checksum; ``None`` where rows must be told apart by content.
    """

    root: Path
    revision: str | None = None

    def files(self, *patterns: str) -> list[Path]:
        """The file itself, or the files in the folder that match, in the order of their names.

        Args:
            *patterns: Wildcards relative to the folder; the first that matches anything counts.

        Raises:
            SourceError: Nothing matches.
        """
        if self.root.is_file():
            return [self.root]
        for pattern in patterns:
            if found := sorted(p for p in self.root.glob(pattern) if p.is_file()):
                return found
        there = ", ".join(sorted(p.name for p in self.root.iterdir())[:8]) or "nothing"
        raise SourceError(f"{self.root}: no file matches {' or '.join(patterns)}; found {there}")

    @property
    def folder(self) -> Path:
        """The folder, or the one that holds the file."""
        return self.root.parent if self.root.is_file() else self.root
