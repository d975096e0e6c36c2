"""Publish a packaged dataset to the Hub: one commit, one tag, one receipt.

Files go up one by one from disk. What has arrived stays with the server, so that a publication that
was cut is run again and sends the rest; the commit, which makes it all visible, comes last.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.package import changelog, version
from builders.package.files import open_dataset
from builders.package.hub import ATTEMPTS, HubError, Remote, check_repo, look, persist
from builders.package.layout import CHANGELOG
from builders.package.manifest import FamilyInfo, read_manifest
from builders.package.plan import Plan, make_plan
from builders.package.receipt import Receipt
from builders.package.release import Release, make_release


def preview(
    folder: Path, repo: str, tag: str, *, endpoint: str | None = None
) -> tuple[Release, str | None]:
    """Find out what publishing would do, without doing it.

    Returns:
        The release, and why the Hub could not be asked, if so; every file then counts as new.

    Raises:
        VivavoceError: The folder holds no whole dataset, or repository or tag are no names.
    """
    version.check(tag)
    check_repo(repo)
    info, api = read_manifest(folder), _api(endpoint)
    try:
        # Whoever is looking need not wait out a Hub that cannot be reached.
        remote = look(api, repo, attempts=2)
        return make_release(api, folder, repo, tag, info, remote), None
    except HubError as error:
        return Release(make_plan(folder, info, Remote())), str(error)


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
    check_repo(repo)
    info, api = read_manifest(folder), _api(endpoint)
    work = _Publication(api, folder, repo, tag, info, private, i_have_the_rights)
    commit, plan = persist(work, f"publishing to {repo}", attempts)
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


class _Publication:
    """Bring the repository to the state of the folder, as this version.

    It looks again at each attempt: after a commit whose answer was lost there is nothing left to
    do, and after a commit of somebody else in between everything is settled anew, the version and
    the changelog included.
    """

    def __init__(
        self,
        api: Any,
        folder: Path,
        repo: str,
        tag: str,
        info: FamilyInfo,
        private: bool,
        rights_stated: bool,
    ) -> None:
        self.api, self.folder, self.repo, self.tag = api, folder, repo, tag
        self.info, self.private, self.rights_stated = info, private, rights_stated

    def __call__(self) -> tuple[str, Plan]:
        """Commit what differs; return the commit of the version, and what was to be done."""
        remote = look(self.api, self.repo)
        release = make_release(self.api, self.folder, self.repo, self.tag, self.info, remote)
        _check_rights(release.plan, self.rights_stated)
        if release.commit is not None:
            return release.commit, release.plan
        if release.refusal is not None:
            raise VivavoceError(release.refusal)
        if remote.commit is None:
            self.api.create_repo(
                self.repo, repo_type="dataset", private=self.private, exist_ok=True
            )
            remote = look(self.api, self.repo)
            # Somebody else may have made it, and published there, a moment ago.
            release = make_release(self.api, self.folder, self.repo, self.tag, self.info, remote)
            if release.refusal is not None:
                raise VivavoceError(release.refusal)
        assert remote.commit is not None
        commit = remote.commit if release.plan.empty else self._commit(release, remote)
        return commit, release.plan

    def _commit(self, release: Release, remote: Remote) -> str:
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete

        plan = release.plan
        operations: list[Any] = [
            CommitOperationAdd(file.path, str(self.folder / file.path)) for file in plan.sent
        ]
        operations += [CommitOperationDelete(file.path) for file in plan.removed]
        if plan.data_changed:
            section = changelog.entry(self.tag, release.changes, self.info.rows)
            text = changelog.prepend(self._old_changelog(remote), section)
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
    held = look(api, repo).tags.get(tag)
    if held is None:
        api.create_tag(repo, tag=tag, revision=commit, repo_type="dataset")
    elif held != commit:
        raise VivavoceError(
            f"{repo} was given a version {tag} by somebody else meanwhile: {held}. What was sent "
            f"is commit {commit}, without a version: publish again under the next one"
        )


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
