"""Where a source lies: a local path, GitHub, the Hub, or one file behind a URL.

    {path: ../data/gsm8k/test.jsonl}
    {github: llm-attacks/llm-attacks, revision: 098262ed…, files: {data/…/x.csv: <sum>}}
    {hub: allenai/sciq, revision: 2c94ad3e…, file: data/test-*.parquet}
    {url: https://…/harmful_behaviors.csv, sha256: …}
    {revision: 6992cf4f…}

The last keeps the source's own home and names another revision of it. ``files`` gives the sums of
the files (:mod:`builders.sources.sums`), on the Hub too, where they may be left out.
``revision`` may stand beside ``path`` to say what the files are. ``inside`` names the members of
a downloaded or local archive (``.zip``, ``.tar``, ``.tar.gz``), with wildcards.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from builders.errors import unknown_name
from builders.sources import fetch
from builders.sources.archive import unpack
from builders.sources.github import github
from builders.sources.place import Place, SourceError
from builders.sources.source import Source

FORMS = ("path", "github", "hub", "url")
KEYS = (*FORMS, "revision", "file", "files", "sha256", "inside")


def resolve(
    where: Mapping[str, Any] | Place | Path | str | None,
    base: Path | None = None,
    source: Source | None = None,
) -> Place:
    """Bring a source onto this machine and say where it is.

    Args:
        where: One of the forms in the module docstring, a path, or ``None`` for the source's home.
        base: Folder that relative paths start from; the working folder by default.
        source: Facts about the source, for its home and for what to do where it cannot be had.

    Raises:
        SourceError: It cannot be had; the message says what to do.
    """
    if isinstance(where, Place):
        return where
    if where is None:
        if source is None or source.home is None:
            raise SourceError(_by_hand(source, "has to be fetched by hand"))
        where = source.home
    if isinstance(where, (str, Path)):
        where = {"path": where}
    for key in where:
        if key not in KEYS:
            raise unknown_name("key", key, KEYS, "where")
    if where and source and source.home and not any(key in where for key in FORMS):
        where = {**source.home, **where}
    if sum(key in where for key in FORMS) != 1:
        got = ", ".join(where) or "nothing"
        raise SourceError(f"where: give exactly one of {', '.join(FORMS)}; got {got}")
    if "path" in where:
        place = _local(where, base, source)
    elif "github" in where:
        place = github(where)
    else:
        place = fetch.hub(where, source) if "hub" in where else fetch.url(where)
    if "inside" in where:
        place = unpack(place, where["inside"])
    return place


def _local(where: Mapping[str, Any], base: Path | None, source: Source | None) -> Place:
    if "://" in str(where["path"]):
        raise SourceError(f"{where['path']} is no path; write {{url: …, sha256: …}} for an address")
    path = Path(where["path"]).expanduser()
    path = (base or Path.cwd()) / path
    if not path.exists():
        raise SourceError(_by_hand(source, f"is not at {path}"))
    if path.is_dir() and "file" in where:
        path = path / where["file"]
        if not path.is_file():
            raise SourceError(_by_hand(source, f"is not at {path}"))
    revision = where.get("revision")
    return Place(path.resolve(), None if revision is None else str(revision))


def recordings(source: Source, where: Any, audio: Any) -> None:
    """Refuse to import recordings where the home of the source holds only text.

    Raises:
        SourceError: Recordings are wanted and no folder is named.
    """
    if audio and where is None:
        raise SourceError(_by_hand(source, "has its recordings elsewhere"))


def _by_hand(source: Source | None, problem: str) -> str:
    if source is None:
        return f"the source {problem}"
    how = source.how or f"See {source.homepage}"
    return (
        f"{source.title} {problem}. {how}\nThen name it in the recipe: {{path: <file or folder>}}"
    )
