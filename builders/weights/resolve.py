"""Resolve weights to a verified folder: a local one, the Hub, or the packages that ship them."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
from pathlib import Path

from builders.errors import VivavoceError
from builders.folders import check_writable
from builders.weights.manifest import Origin, Weights, entry
from builders.weights.origins import CHUNK, Fetched, OriginError

log = logging.getLogger(__name__)

STAMP = ".verified.json"


class WeightsError(VivavoceError):
    """Weights that are absent or not what the manifest says."""


def cache_root() -> Path:
    """Folder of everything cached for this user: ``VIVAVOCE_CACHE`` or the XDG cache folder."""
    if own := os.environ.get("VIVAVOCE_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vivavoce"


def weights_revision(name: str) -> str:
    """Revision of weights as stated by the backend that uses them."""
    return entry(name).revision


def weights_path(name: str, *, fetch: bool = True) -> Path:
    """Folder that holds all files of ``name``, each with the right SHA-256.

    Looks in ``$VIVAVOCE_WEIGHTS/<name>``, then in the user's cache, then fetches what is absent
    from the origins of the manifest in order.

    Args:
        name: Name in the manifest.
        fetch: False to look only.

    Raises:
        WeightsError: A file differs from the manifest (both sums are named), or the weights are
            absent and no origin gave them.
    """
    weights = entry(name)
    if local := os.environ.get("VIVAVOCE_WEIGHTS"):
        folder = Path(local) / name
        if folder.is_dir():
            check(name, folder)
            return folder
    folder = cache_root() / "weights" / name
    if not _whole(weights, folder):
        if not fetch:
            raise WeightsError(f"weights '{name}' are not here: {_remedy(name, folder)}")
        _fetch(name, weights, folder)
    check(name, folder)
    return folder


def sha256(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    total = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            total.update(chunk)
    return total.hexdigest()


def check(name: str, folder: Path, *, thorough: bool = False) -> None:
    """Compare a folder with the manifest.

    A file whose size and time are those of its last check is not read again unless ``thorough``.

    Raises:
        WeightsError: A file is absent or its sum differs.
    """
    stamp = folder / STAMP
    seen = {} if thorough else _seen(stamp)
    now: dict[str, list[object]] = {}
    for file, wanted in entry(name).files.items():
        path = folder / file
        if not path.is_file():
            raise WeightsError(f"weights '{name}': {path} is missing; {_remedy(name, folder)}")
        info = path.stat()
        now[file] = [info.st_size, info.st_mtime_ns, wanted]
        if seen.get(file) != now[file] and (found := sha256(path)) != wanted:
            raise WeightsError(
                f"weights '{name}': SHA-256 of {path} is {found}, expected {wanted}; "
                f"delete the file and {_remedy(name, folder)}"
            )
    if now != seen and os.access(folder, os.W_OK):
        temporary = folder / f"{STAMP}.{os.getpid()}"
        temporary.write_text(json.dumps(now))
        temporary.replace(stamp)


def _seen(stamp: Path) -> dict[str, object]:
    """What the last check found; nothing where its record is absent or torn."""
    try:
        seen = json.loads(stamp.read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return seen if isinstance(seen, dict) else {}


def _whole(weights: Weights, folder: Path) -> bool:
    """Whether the files were checked once and are all there still."""
    return all((folder / file).is_file() for file in (STAMP, *weights.files))


def _remedy(name: str, folder: Path) -> str:
    if folder.parent != cache_root() / "weights":  # the user's own, which is never fetched into
        return "put the right one there, or unset VIVAVOCE_WEIGHTS"
    return f"run 'vivavoce weights fetch {name}'"


def _fetch(name: str, weights: Weights, folder: Path) -> None:
    from filelock import FileLock

    check_writable("the cache", cache_root(), "VIVAVOCE_CACHE")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.parent / f".{name}.lock"):
        if _whole(weights, folder):  # another process was faster
            return
        folder.mkdir(exist_ok=True)
        problems = []
        for origin in weights.origins:
            log.info("weights '%s': fetching from %s", name, origin)
            try:
                _fetch_from(origin, weights, folder)
            except OriginError as error:
                problems.append(str(error))
                log.info("weights '%s': %s", name, error)
                continue
            check(name, folder)
            return
        raise WeightsError(
            f"weights '{name}' cannot be fetched:\n  "
            + "\n  ".join(problems)
            + f"\nConnect to a network, or put the files into $VIVAVOCE_WEIGHTS/{name}"
        )


def _fetch_from(origin: Origin, weights: Weights, folder: Path) -> None:
    with (
        tempfile.TemporaryDirectory(dir=folder.parent) as scratch,
        Fetched(origin, Path(scratch)) as fetched,
    ):
        for file, wanted in weights.files.items():
            target = folder / file
            if target.is_file() and sha256(target) == wanted:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            part = Path(scratch) / "part"
            with part.open("wb") as out:
                fetched.write(file, out)
            if (found := sha256(part)) != wanted:
                raise OriginError(f"{origin}: SHA-256 of {file} is {found}, expected {wanted}")
            part.replace(target)
