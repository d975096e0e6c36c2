"""Versions of published datasets: ``vMAJOR.MINOR.PATCH``, with a meaning for each part."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from builders.errors import VivavoceError

Version: TypeAlias = tuple[int, int, int]

_FORM = re.compile(r"v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", re.ASCII)


def parse(tag: str) -> Version | None:
    """Numbers of a version tag; ``None`` for another tag."""
    match = _FORM.fullmatch(tag)
    return (int(match[1]), int(match[2]), int(match[3])) if match else None


def check(tag: str) -> Version:
    """Numbers of a version tag.

    Raises:
        VivavoceError: It is not of the form ``v1.2.3``.
    """
    version = parse(tag)
    if version is None:
        raise VivavoceError(f"'{tag}' is no version: write it as v1.2.3")
    return version


def latest(tags: Iterable[str]) -> str | None:
    """The highest version among some tags."""
    versions = {tag: version for tag in tags if (version := parse(tag)) is not None}
    return max(versions, key=lambda tag: versions[tag]) if versions else None


def bump(tag: str, level: str) -> str:
    """The least version after ``tag`` for a change of that level."""
    major, minor, patch = check(tag)
    if level == "major":
        return f"v{major + 1}.0.0"
    return f"v{major}.{minor + 1}.0" if level == "minor" else f"v{major}.{minor}.{patch + 1}"


def check_step(old: str, new: str, level: str) -> None:
    """Refuse a version that promises less change than there is.

    Raises:
        VivavoceError: ``new`` is lower than a change of that level after ``old`` asks for.
    """
    least = bump(old, level)
    if check(new) < check(least):
        raise VivavoceError(
            f"{new} is too low: what changed since {old} is {level}, so the least version "
            f"is {least}"
        )
