"""Unpack the wanted members of a downloaded archive into the user's cache."""

from __future__ import annotations

import fnmatch
import shutil
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from builders.folders import check_writable
from builders.sources.place import Place, SourceError
from builders.weights.resolve import cache_root


def unpack(place: Place, inside: str) -> Place:
    """Unpack the members of an archive that match.

    Args:
        place: The archive.
        inside: Wildcards for member names, such as ``test/*.csv``.

    Returns:
        The folder of the members, which keep their paths inside the archive.

    Raises:
        SourceError: Not an archive, nothing matches, or a member would leave the folder.
    """
    from builders.sources.sums import sha256

    if not place.root.is_file():
        raise SourceError(f"{place.root}: 'inside' needs an archive file")
    check_writable("the cache", cache_root(), "VIVAVOCE_CACHE")
    folder = cache_root() / "sources" / sha256(place.root) / "unpacked"
    found = False
    with _members(place.root) as members:
        for name, opened in members:
            if not fnmatch.fnmatch(name, inside):
                continue
            found = True
            target = folder / PurePosixPath(name)
            if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
                raise SourceError(f"{place.root}: member '{name}' leads out of the archive")
            if target.is_file():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f".{target.name}.part")
            with part.open("wb") as file:
                shutil.copyfileobj(opened, file)
            part.replace(target)
    if not found:
        raise SourceError(f"{place.root}: no member matches {inside}")
    return Place(folder, place.revision)


@contextmanager
def _members(path: Path) -> Iterator[Iterator[tuple[str, IO[bytes]]]]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield ((i.filename, archive.open(i)) for i in archive.infolist() if not i.is_dir())
    elif tarfile.is_tarfile(path):
        with tarfile.open(path) as tar:
            yield (
                (member.name, opened)
                for member in tar
                if member.isfile() and (opened := tar.extractfile(member)) is not None
            )
    else:
        raise SourceError(f"{path}: neither a zip nor a tar archive")
