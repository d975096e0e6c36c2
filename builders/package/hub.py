"""Talk to the Hub: what a repository holds, and one commit that survives a bad connection."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from builders.errors import VivavoceError
from builders.package.layout import MANIFEST
from builders.package.manifest import read_manifest

T = TypeVar("T")
ATTEMPTS = 6
_RETRIED = frozenset({408, 409, 412, 429, 500, 502, 503, 504})


class HubError(VivavoceError):
    """The Hub refused for good, or could not be reached."""


@dataclass(frozen=True)
class Remote:
    """A dataset repository as it stands.

    Attributes:
        commit: Head of the main branch; ``None`` where there is no repository.
        sums: Path → SHA-256 of a large file, or git's blob id of a small one.
        sizes: Path → size in bytes.
        tags: Tag → commit.
        packaged: Parquet files that the manifest there lists.
    """

    commit: str | None = None
    sums: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    packaged: frozenset[str] = frozenset()


def check_repo(repo: str) -> None:
    """Refuse what cannot name a repository of an owner.

    Raises:
        VivavoceError: It is not of the form ``org/name``.
    """
    from huggingface_hub.utils import HFValidationError, validate_repo_id

    try:
        validate_repo_id(repo)
    except HFValidationError as error:
        raise VivavoceError(f"'{repo}' is no repository: {error}") from error
    if "/" not in repo:
        raise VivavoceError(f"'{repo}' is no repository: write it as org/name")


def look(api: Any, repo: str, revision: str | None = None, attempts: int = ATTEMPTS) -> Remote:
    """List a repository.

    Raises:
        HubError: The Hub could not be reached or refused.
    """
    from huggingface_hub.errors import RepositoryNotFoundError

    def ask() -> Remote:
        try:
            commit = api.dataset_info(repo, revision=revision).sha
        except RepositoryNotFoundError:
            return Remote()
        sums, sizes = {}, {}
        listing = api.list_repo_tree(repo, repo_type="dataset", revision=commit, recursive=True)
        for entry in listing:
            if not hasattr(entry, "size"):
                continue
            sums[entry.path] = entry.lfs.sha256 if entry.lfs else entry.blob_id
            sizes[entry.path] = entry.size
        refs = api.list_repo_refs(repo, repo_type="dataset")
        tags = {tag.name: tag.target_commit for tag in refs.tags}
        packaged = _packaged(api, repo, commit) if MANIFEST in sums else frozenset()
        return Remote(commit, sums, sizes, tags, packaged)

    return persist(ask, f"listing {repo}", attempts)


def _packaged(api: Any, repo: str, commit: str) -> frozenset[str]:
    path = Path(api.hf_hub_download(repo, MANIFEST, repo_type="dataset", revision=commit))
    return frozenset(file.path for file in read_manifest(path.parent).files)


def persist(action: Callable[[], T], what: str, attempts: int = ATTEMPTS) -> T:
    """Run an action, again after an answer or a break that may pass.

    The wait doubles from one second; an answer that names a time to wait is obeyed.

    Raises:
        HubError: The last attempt failed, or the refusal is final.
    """
    for attempt in range(attempts):
        try:
            return action()
        except VivavoceError:
            raise
        except Exception as error:
            wait = retry_after(error, attempt)
            if wait is None or attempt == attempts - 1:
                advice = _AGAIN if wait is not None else _advice(error)
                raise HubError(f"{_failed(what, error, attempt + 1)}. {advice}") from error
            time.sleep(wait)
    raise AssertionError("unreachable")


def retry_after(error: BaseException, attempt: int) -> float | None:
    """Seconds to wait before another attempt; ``None`` where one would not help."""
    wait = min(60.0, 2.0**attempt)
    cause: BaseException | None = error
    while cause is not None:
        response = getattr(cause, "response", None)
        if response is not None:
            if response.status_code not in _RETRIED:
                return None
            asked = response.headers.get("Retry-After", "")
            return min(300.0, float(asked)) if asked.isdigit() else wait
        if _broken_connection(cause):
            return wait
        cause = cause.__cause__ or cause.__context__
    return None


def of_the_hub(error: BaseException) -> bool:
    """Whether the Hub refused, could not be reached, or was asked for what has no name there."""
    cause: BaseException | None = error
    while cause is not None:
        if getattr(cause, "response", None) is not None or _broken_connection(cause):
            return True
        if type(cause).__module__.startswith("huggingface_hub"):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _broken_connection(error: BaseException) -> bool:
    """Whether the error is one of the network, in whichever HTTP package the client uses."""
    if isinstance(error, ConnectionError | TimeoutError):
        return True
    package = type(error).__module__.partition(".")[0]
    return package in ("httpx", "httpx2", "requests", "httpcore", "httpcore2")


def _failed(what: str, error: Exception, attempts: int) -> str:
    chain: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        lines = str(cause).split("\n") if str(cause).strip() else [type(cause).__name__]
        # What is wrong with a card follows as a list; after an answer's first line comes advice.
        kept = lines if type(cause) is ValueError else lines[:1]
        text = " ".join(line.strip() for line in kept).strip()
        if text not in chain:
            chain.append(text)
        cause = cause.__cause__
    tries = f" after {attempts} attempts" if attempts > 1 else ""
    return f"{what} failed{tries}: {' — '.join(chain)}"


_AGAIN = "Run the command again: what has arrived is not sent twice"
_ADVICE = {
    401: "Log in with 'hf auth login', or set HF_TOKEN",
    403: "Take a token that may write to this repository ('hf auth login', or HF_TOKEN)",
    404: "See that the name is right, and that the token may see it",
}


def _advice(error: BaseException) -> str:
    """What to do where trying again does not help."""
    cause: BaseException | None = error
    while cause is not None:
        response = getattr(cause, "response", None)
        if response is not None and response.status_code in _ADVICE:
            return _ADVICE[response.status_code]
        cause = cause.__cause__ or cause.__context__
    return "Trying again will not help"
