"""What is known about a public source before a byte of it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal


def published(name: str) -> dict[str, str]:
    """Sums of the files of a source at its pinned revision, by path.

    They stand in ``published/<name>.sums``, in the form of ``sha256sum``.
    """
    path = Path(__file__).parent / "published" / f"{name}.sums"
    lines = path.read_text(encoding="utf-8").splitlines()
    return {file: total for total, file in (line.split("  ", 1) for line in lines)}


@dataclass(frozen=True)
class Source:
    """Facts about one public source.

    Attributes:
        name: Registered name.
        title: Name the source is known by.
        language: ``en``, ``zh`` or ``mul``: the language of its prompts.
        license: SPDX name, or a short text where no SPDX name fits.
        homepage: Where its publisher describes it.
        home: Where to fetch it when the recipe names no place; ``None`` where it cannot be fetched.
        how: What the user has to do to get it, where that is more than a download.
        access: ``open``, ``gated`` (terms to accept first) or ``manual`` (no automatic download).
        known: ``revision`` and ``files`` (sums by path) that tell a local copy from another file,
            where they are not those of ``home``.
        rows: Published row counts by part, for the check; as counted in the pinned files where
            the publisher states none; empty where neither is known.
        own_ids: True where its ids are unique among all sources and are kept as they are.
        speech_only: True where rows have speech and no transcript.
        part_language: Language of the parts (option ``set``) that are not in ``language``.
        same_text: Options of its reader that change the recordings and leave the texts.
        text_only: True where ``home`` holds the text and the recordings have to be fetched by hand.
    """

    name: str
    title: str
    language: str
    license: str
    homepage: str
    home: Mapping[str, Any] | None = None
    how: str = ""
    access: Literal["open", "gated", "manual"] = "open"
    known: Mapping[str, Any] | None = None
    rows: Mapping[str, int] = field(default_factory=dict)
    own_ids: bool = False
    speech_only: bool = False
    text_only: bool = False
    part_language: Mapping[str, str] = field(default_factory=dict)
    same_text: tuple[str, ...] = ()

    @property
    def commit(self) -> str:
        """Commit that the source is pinned to; empty where it is resolved at fetch or by hand."""
        commit = str((self.home or self.known or {}).get("revision", ""))
        return commit if re.fullmatch(r"[0-9a-f]{40}", commit) else ""

    @property
    def at_fetch(self) -> bool:
        """Whether the revision is known only when it is fetched."""
        return bool(self.home or self.known) and not self.commit

    @property
    def revision(self) -> str:
        """What is known about the revision before a download, in words."""
        at = self.home or self.known
        if at is None:
            return "by hand"
        if self.at_fetch:
            return f"resolved at fetch ({at.get('revision', '')})"
        checked = ", sums checked" if at.get("files") else ""
        return f"{'pinned' if self.home else 'by hand, known'} {self.commit[:8]}{checked}"
