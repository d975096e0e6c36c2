"""The receipt of a publication: what is where, under which sums."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Receipt:
    """What was published.

    The same dataset published again gives the same receipt, byte by byte: it holds no time.

    Attributes:
        repo: Repository.
        commit: Commit that the tag names.
        tag: Version.
        family: Name of the family.
        rows: Number of rows.
        licences: Config → licences of its rows.
        rights_stated: Whether the publisher stated to have rights that the licences do not give.
        files: Path → size and SHA-256.
    """

    repo: str
    commit: str
    tag: str
    family: str
    rows: int
    licences: dict[str, list[str]]
    rights_stated: bool
    files: dict[str, dict[str, int | str]]

    def write(self, path: Path) -> None:
        """Write the receipt as JSON; a reader sees all of it or the one before."""
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        text = json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
