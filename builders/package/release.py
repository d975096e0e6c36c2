"""What a version would change in a repository, and why it may not be published."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.package import version
from builders.package.diff import Diff, diff
from builders.package.files import Dataset, LocalFiles, open_dataset
from builders.package.hub import Remote, look, persist
from builders.package.manifest import FamilyInfo
from builders.package.plan import Plan, make_plan


@dataclass(frozen=True)
class Release:
    """A version beside what the repository holds.

    Attributes:
        plan: Files and licences, against the head of the main branch.
        commit: Commit of the version, where it is there with just this content.
        previous: The version before, if there is one.
        changes: Differences to it.
        refusal: Why the version cannot be published under this tag; ``None`` where it can.
    """

    plan: Plan
    commit: str | None = None
    previous: str | None = None
    changes: Diff | None = None
    refusal: str | None = None


def make_release(
    api: Any, folder: Path, repo: str, tag: str, info: FamilyInfo, remote: Remote
) -> Release:
    """Compare a packaged folder with a repository as it was found.

    Raises:
        VivavoceError: A local file is missing or damaged, or the Hub failed for good.
    """
    plan = make_plan(folder, info, remote)
    previous = version.latest(remote.tags)
    if tag in remote.tags:
        at_tag = look(api, repo, tag)
        if make_plan(folder, info, at_tag).empty:
            return Release(plan, commit=at_tag.commit, previous=previous)
        found = _changes(api, folder, repo, tag)
        refusal = (
            f"{repo} has a version {tag} with other content: published versions stay as they are; "
            "choose the next one"
        )
        return Release(plan, None, previous, found, refusal)
    changes = None if previous is None else _changes(api, folder, repo, previous)
    return Release(plan, None, previous, changes, _refusal(plan, remote, tag, previous, changes))


def _refusal(
    plan: Plan, remote: Remote, tag: str, previous: str | None, changes: Diff | None
) -> str | None:
    for other, commit in remote.tags.items():
        if plan.empty and commit == remote.commit and version.parse(other) is not None:
            return f"nothing has changed since {other}: there is no new version"
    if previous is not None:
        try:
            version.check_step(previous, tag, (changes.level if changes else None) or "patch")
        except VivavoceError as error:
            return str(error)
    return None


def _changes(api: Any, folder: Path, repo: str, previous: str) -> Diff:
    def compare() -> Diff:
        return diff(open_dataset(repo, previous, api.endpoint), Dataset(LocalFiles(folder)))

    return persist(compare, f"comparing with {repo} {previous}")
