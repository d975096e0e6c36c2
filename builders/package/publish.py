"""Publish a packaged dataset to the Hub: one commit, one tag, one receipt.

Files go up one by one from disk. What has arrived stays with the server, so that a publication that
was cut is run again and sends the rest; the commit, which makes it all visible, comes last.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.package import changelog, version
from builders.package.diff import Diff, diff
from builders.package.files import Dataset, LocalFiles, open_dataset
from builders.package.hub import ATTEMPTS, Remote, look, persist
from builders.package.layout import CHANGELOG
from builders.package.manifest import FamilyInfo, read_manifest
from builders.package.plan import Plan, make_plan
from builders.package.receipt import Receipt


@dataclass(frozen=True)
class Preview:
    """What a dry run shows.

    Attributes:
        plan: Files and licences.
        reached: Whether the Hub was reached; otherwise every file counts as new.
        previous: The version before, if there is one.
        changes: Differences to it.
    """

    plan: Plan
    reached: bool
    previous: str | None
    changes: Diff | None


def preview(folder: Path, repo: str, *, endpoint: str | None = None) -> Preview:
    """Find out what publishing would do, without doing it.

    Raises:
        VivavoceError: The folder holds no whole dataset.
    """
    info = read_manifest(folder)
    try:
        remote, reached = look(_api(endpoint), repo), True
    except VivavoceError:
        remote, reached = Remote(), False
    plan = make_plan(folder, info, remote)
    previous = version.latest(remote.tags)
    changes = _changes(folder, repo, previous, endpoint)
    return Preview(plan, reached, previous, changes)


def publish(
    folder: Path,
    repo: str,
    tag: str,
    *,
    i_have_the_rights: bool = False,
    private: bool = False,
    receipt: Path | None = None,
    endpoint: str | None = None,
    attempts: int = ATTEMPTS,
) -> Receipt:
    """Publish a packaged dataset.

    Unchanged data makes no commit, a changed card alone sends the card alone, and a version that is
    lower than the changes ask for is refused.

    Args:
        folder: A packaged dataset.
        repo: ``org/name``; made where it does not exist.
        tag: Version, such as ``v1.0.0``.
        i_have_the_rights: Publish what the licences of its sources do not allow to hand on.
        private: Make a new repository private.
        receipt: Where to write the receipt.
        endpoint: Address of another Hub; ``HF_ENDPOINT`` by default.
        attempts: How often a request that may pass later is made.

    Raises:
        VivavoceError: Licences or version forbid it, or the Hub failed for good.
    """
    version.check(tag)
    info = read_manifest(folder)
    api = _api(endpoint)
    remote = look(api, repo)
    plan = make_plan(folder, info, remote)
    _check_rights(plan, i_have_the_rights)
    commit = _published(api, repo, folder, info, remote, tag)
    if commit is None:
        _check_new(plan, remote)
        previous = version.latest(remote.tags)
        changes = _changes(folder, repo, previous, endpoint)
        if previous is not None:
            version.check_step(previous, tag, (changes.level if changes else None) or "patch")
        section = changelog.entry(tag, changes, info.rows)
        make = _Commit(api, folder, repo, tag, info, section, private)
        commit = persist(make, f"publishing to {repo}", attempts)
        persist(lambda: _tag(api, repo, tag, commit), f"tagging {repo}", attempts)
    made = _receipt(repo, commit, tag, info, plan, i_have_the_rights)
    if receipt is not None:
        made.write(receipt)
    return made


def _api(endpoint: str | None) -> Any:
    from huggingface_hub import HfApi

    return HfApi(endpoint=endpoint, library_name="vivavoce")


def _check_rights(plan: Plan, stated: bool) -> None:
    if plan.refused and not stated:
        reasons = "; ".join(
            f"{each.config}: "
            + ", ".join(f"'{x.text}' ({x.why})" for x in each.licences if x.verdict == "refused")
            for each in plan.refused
        )
        raise VivavoceError(
            f"these configs may not be handed on: {reasons}. Leave them out, or state with "
            "--i-have-the-rights that you may publish them"
        )


def _published(
    api: Any, repo: str, folder: Path, info: FamilyInfo, remote: Remote, tag: str
) -> str | None:
    """The commit of the version, where it is there already with just this content."""
    if tag not in remote.tags:
        return None
    at_tag = look(api, repo, tag)
    if not make_plan(folder, info, at_tag).empty:
        raise VivavoceError(
            f"{repo} has a version {tag} with other content: published versions stay as they are; "
            "choose the next one"
        )
    return at_tag.commit


def _check_new(plan: Plan, remote: Remote) -> None:
    """Refuse a second version of the same content."""
    for tag, commit in remote.tags.items():
        if plan.empty and commit == remote.commit and version.parse(tag) is not None:
            raise VivavoceError(f"nothing has changed since {tag}: there is no new version")


def _changes(folder: Path, repo: str, previous: str | None, endpoint: str | None) -> Diff | None:
    if previous is None:
        return None

    def compare() -> Diff:
        return diff(open_dataset(repo, previous, endpoint), Dataset(LocalFiles(folder)))

    return persist(compare, f"comparing with {repo} {previous}")


class _Commit:
    """Bring the repository to the state of the folder.

    It looks again at each attempt: after a commit whose answer was lost there is nothing left to
    do, and after a foreign commit in between the files are compared anew.
    """

    def __init__(
        self,
        api: Any,
        folder: Path,
        repo: str,
        tag: str,
        info: FamilyInfo,
        section: str,
        private: bool,
    ) -> None:
        self.api, self.folder, self.repo, self.tag = api, folder, repo, tag
        self.info, self.section, self.private = info, section, private

    def __call__(self) -> str:
        """Commit what differs; return the head of the branch."""
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete

        remote = look(self.api, self.repo)
        if remote.commit is None:
            self.api.create_repo(
                self.repo, repo_type="dataset", private=self.private, exist_ok=True
            )
            remote = look(self.api, self.repo)
        assert remote.commit is not None
        plan = make_plan(self.folder, self.info, remote)
        if plan.empty:
            return remote.commit
        operations: list[Any] = [
            CommitOperationAdd(file.path, str(self.folder / file.path)) for file in plan.sent
        ]
        operations += [CommitOperationDelete(file.path) for file in plan.removed]
        if plan.data_changed:
            text = changelog.prepend(self._old_changelog(remote), self.section)
            operations.append(CommitOperationAdd(CHANGELOG, text.encode()))
        made = self.api.create_commit(
            self.repo,
            operations,
            commit_message=f"{self.info.family} {self.tag}",
            repo_type="dataset",
            parent_commit=remote.commit,
        )
        return str(made.oid)

    def _old_changelog(self, remote: Remote) -> str:
        if CHANGELOG not in remote.sums:
            return ""
        with open_dataset(self.repo, remote.commit, self.api.endpoint).files.open(CHANGELOG) as f:
            return f.read().decode("utf-8")


def _tag(api: Any, repo: str, tag: str, commit: str) -> None:
    if look(api, repo).tags.get(tag) != commit:
        api.create_tag(repo, tag=tag, revision=commit, repo_type="dataset")


def _receipt(
    repo: str, commit: str, tag: str, info: FamilyInfo, plan: Plan, stated: bool
) -> Receipt:
    return Receipt(
        repo=repo,
        commit=commit,
        tag=tag,
        family=info.family,
        rows=info.rows,
        licences={each.config: [x.text for x in each.licences] for each in plan.licences},
        rights_stated=stated and bool(plan.refused),
        files={
            file.path: {"bytes": file.bytes, "sha256": file.sha256}
            for file in plan.files
            if file.action != "removed"
        },
    )
