"""What is known about a public source before a byte of it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


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
        rows: Published row counts by part, for the check; empty where none is published.
        own_ids: True where its ids are unique among all sources and are kept as they are.
        speech_only: True where rows have speech and no transcript.
    """

    name: str
    title: str
    language: str
    license: str
    homepage: str
    home: Mapping[str, Any] | None = None
    how: str = ""
    access: Literal["open", "gated", "manual"] = "open"
    rows: Mapping[str, int] = field(default_factory=dict)
    own_ids: bool = False
    speech_only: bool = False
