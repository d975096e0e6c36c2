"""Fetch a source from the Hub or from a URL into the user's cache."""

from __future__ import annotations

import hashlib
import http.client
import logging
import os
import shutil
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from builders.folders import check_writable
from builders.sources.place import Place, SourceError
from builders.sources.source import Source
from builders.sources.sums import sha256, sum_like
from builders.weights.resolve import cache_root

log = logging.getLogger(__name__)

TIMEOUT = 60.0
"""Seconds without an answer after which a download is given up."""


def hub(where: Mapping[str, Any], source: Source | None = None) -> Place:
    """Fetch files of a dataset repository on the Hub.

    ``file`` is a name, or wildcards, which bring every match. A branch is resolved to the commit
    it stands for, which becomes the revision of the rows; only a commit is the same tomorrow.
    ``files`` names files with their sums instead, which are checked.

    Raises:
        SourceError: No network, no such repository or file, or terms that must be accepted first.
    """
    from huggingface_hub import hf_hub_download, snapshot_download
    from huggingface_hub.errors import (
        EntryNotFoundError,
        GatedRepoError,
        HfHubHTTPError,
        LocalEntryNotFoundError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    repo, sums = where["hub"], dict(where.get("files") or {})
    file = where.get("file") or (next(iter(sums)) if len(sums) == 1 else list(sums) or None)
    revision = str(where.get("revision", "main"))
    page = f"https://huggingface.co/datasets/{repo}"
    try:
        if isinstance(file, str) and not set(file) & set("*?["):
            path = Path(hf_hub_download(repo, file, repo_type="dataset", revision=revision))
            snapshot = path.parents[len(Path(file).parts) - 1]
        else:
            snapshot = path = Path(
                snapshot_download(repo, repo_type="dataset", revision=revision, allow_patterns=file)
            )
    except GatedRepoError as error:
        raise SourceError(
            f"{repo} asks for its terms to be accepted: open {page}, accept them, "
            "then run 'hf auth login' with a token of the same account"
        ) from error
    except LocalEntryNotFoundError as error:
        raise SourceError(_offline(page, source)) from error
    except RevisionNotFoundError as error:
        raise SourceError(f"{repo} has no revision '{revision}'; see {page}/commits") from error
    except (RepositoryNotFoundError, EntryNotFoundError) as error:
        raise SourceError(f"{repo}: {_named(file)} not found; see {page}/tree") from error
    except HfHubHTTPError as error:
        status = getattr(error.response, "status_code", "an error")
        raise SourceError(
            f"the Hub answers {status} for {repo} ({error}); see {page}, and whether 'hf auth "
            "login' holds a token that is still good"
        ) from error
    except OSError as error:
        raise SourceError(_offline(page, source)) from error
    commit = snapshot.name
    if commit != revision:
        log.warning(
            "%s: '%s' is now %s, which the rows record; 'vivavoce sources pin' prints the line "
            "of params.yaml that keeps it",
            repo,
            revision,
            commit,
        )
    for name, wanted in sums.items():
        if (found := sum_like(snapshot / name, wanted)) != wanted:
            raise SourceError(f"{repo}: the sum of {name} is {found}, the source says {wanted}")
    return Place(path, commit)


def _named(file: str | list[str] | None) -> str:
    return ", ".join(file) if isinstance(file, list) else file or "repository"


def _offline(page: str, source: Source | None) -> str:
    name = source.title if source else "the source"
    return (
        f"{name} is not in the cache and {page} cannot be reached. Connect once, or download it "
        "elsewhere and name it in the recipe: {path: <file or folder>}"
    )


def url(where: Mapping[str, Any]) -> Place:
    """Fetch one file and check its SHA-256; a file that was fetched before is not fetched again.

    Raises:
        SourceError: No network, no ``sha256`` in the recipe, or another sum than it says.
    """
    address, wanted = str(where["url"]), where.get("sha256")
    folder = cache_root() / "sources"
    if not wanted:
        raise SourceError(
            f"{address}: the recipe must state what it expects: sha256: {_sum_at(address, folder)}"
        )
    kept = folder / str(wanted) / (Path(urllib.parse.urlparse(address).path).name or "file")
    keep(address, kept, str(wanted))
    return Place(kept, f"sha256:{wanted}")


def keep(address: str, kept: Path, wanted: str) -> None:
    """Bring one file here and check its sum; a file that was brought before stays.

    Args:
        address: Where it lies.
        kept: Where it is put.
        wanted: Its sum, see :mod:`builders.sources.sums`.

    Raises:
        SourceError: It cannot be had, or has another sum.
    """
    if kept.is_file() and sum_like(kept, wanted) == wanted:
        return
    check_writable("the cache", cache_root(), "VIVAVOCE_CACHE")
    with _fetched(address, kept.parent) as fresh:
        found = sum_like(fresh, wanted)
        if found != wanted:
            raise SourceError(
                f"{address}: its sum is {found}, the source says {wanted}: it was changed on the "
                "way, or the sum is that of another revision"
            )
        fresh.replace(kept)


def _sum_at(address: str, folder: Path) -> str:
    check_writable("the cache", cache_root(), "VIVAVOCE_CACHE")
    with _fetched(address, folder) as fresh:
        return sha256(fresh)


@contextmanager
def _fetched(address: str, folder: Path) -> Iterator[Path]:
    """A file just fetched, gone at the end unless it was moved."""
    name = f".{hashlib.sha256(address.encode()).hexdigest()[:16]}.{os.getpid()}.part"
    fresh = folder / name
    try:
        download(address, fresh)
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def download(address: str, target: Path) -> None:
    """Bring one file here.

    Raises:
        SourceError: It cannot be had, or broke off before its announced length.
    """
    if urllib.parse.urlparse(address).scheme not in ("http", "https"):
        raise SourceError(f"{address}: only http and https are fetched; use path for local files")
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT) as reply, target.open("wb") as file:
            shutil.copyfileobj(reply, file)
            announced = reply.headers.get("Content-Length")
            if announced and file.tell() != int(announced):
                raise ConnectionError(f"broke off after {file.tell()} of {announced} bytes")
    except (OSError, http.client.HTTPException) as error:
        raise SourceError(
            f"{address} cannot be fetched ({getattr(error, 'reason', error)}). Connect once, or "
            "download it elsewhere and name it in the recipe: {path: <file>}"
        ) from error
