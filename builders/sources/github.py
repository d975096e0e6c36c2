"""Fetch files of a GitHub repository at a commit, each checked against its sum."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from builders.sources.fetch import keep
from builders.sources.place import Place, SourceError
from builders.weights.resolve import cache_root

RAW = "https://raw.githubusercontent.com"
"""Server of single files."""


def github(where: Mapping[str, Any]) -> Place:
    """Fetch the files that are named; those fetched before are not fetched again.

    Args:
        where: ``github`` (``owner/name``), ``revision`` (a commit) and ``files`` (sums by path).

    Returns:
        The file where it is one, else the innermost folder that holds all of them.

    Raises:
        SourceError: No network, no commit, no sums, or a file with another sum.
    """
    repo, commit, files = str(where["github"]), str(where.get("revision", "")), where.get("files")
    if not re.fullmatch(r"[0-9a-f]{40}", commit):
        raise SourceError(f"{repo}: 'revision' must be a commit of 40 digits, not '{commit}'")
    if not isinstance(files, Mapping) or not files:
        raise SourceError(f"{repo}: name the files with their sums: {{files: {{<path>: <sum>}}}}")
    folder = cache_root() / "sources" / "github" / repo.replace("/", "+") / commit
    for name, wanted in files.items():
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
            raise SourceError(f"{repo}: '{name}' leads out of the repository")
        keep(f"{RAW}/{repo}/{commit}/{name}", folder / name, str(wanted))
    if len(files) == 1:
        return Place(folder / next(iter(files)), commit)
    return Place(
        folder / os.path.commonpath([PurePosixPath(name).parent for name in files]), commit
    )
