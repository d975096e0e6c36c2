"""Somebody else publishes between a look at the repository and the commit."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import huggingface_hub
import pytest

from builders.errors import VivavoceError
from builders.package.publish import publish

pytestmark = pytest.mark.usefixtures("no_waiting")
REPO = "tester/voicebench"


@pytest.fixture
def meanwhile(hub: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Publish a folder just before the next commit of anybody else reaches the Hub."""
    commit = huggingface_hub.HfApi.create_commit

    def arrange(folder: Path, tag: str) -> None:
        waiting = [(folder, tag)]

        def create_commit(self: Any, *arguments: Any, **options: Any) -> Any:
            if waiting:
                theirs, their_tag = waiting.pop()
                publish(theirs, REPO, their_tag, endpoint=hub.endpoint)
            return commit(self, *arguments, **options)

        monkeypatch.setattr(huggingface_hub.HfApi, "create_commit", create_commit)

    return arrange


@pytest.fixture
def versions(build: Any, tmp_path: Path) -> list[Path]:
    """The first version, and two different successors."""
    made = []
    for name, changed in (("first", []), ("ours", [1]), ("theirs", [2])):
        made.append(tmp_path / name)
        shutil.copytree(build(changed=changed), made[-1])
    return made


def test_the_same_version_is_not_given_twice(versions: Any, hub: Any, meanwhile: Any) -> None:
    first, ours, theirs = versions
    publish(first, REPO, "v1.0.0", endpoint=hub.endpoint)
    meanwhile(theirs, "v1.1.0")
    with pytest.raises(VivavoceError, match=r"has a version v1\.1\.0 with other content"):
        publish(ours, REPO, "v1.1.0", endpoint=hub.endpoint)
    repo = hub.repos[REPO]
    assert repo.branches["main"] == repo.tags["v1.1.0"]
    assert hub.files(REPO)["CHANGELOG.md"].decode().count("## v1.1.0") == 1


def test_the_changelog_starts_from_the_version_in_between(
    versions: Any, hub: Any, meanwhile: Any
) -> None:
    first, ours, theirs = versions
    publish(first, REPO, "v1.0.0", endpoint=hub.endpoint)
    meanwhile(theirs, "v1.1.0")
    publish(ours, REPO, "v1.2.0", endpoint=hub.endpoint)
    log = hub.files(REPO)["CHANGELOG.md"].decode()
    mine = log[log.index("## v1.2.0") : log.index("## v1.1.0")]
    assert "Since v1.1.0; 15 rows." in mine
    assert "`sd-1-usa`" in mine and "`sd-2-usa`" in mine


def test_names_that_are_no_repository(versions: Any, hub: Any) -> None:
    for name in ("voicebench", "a/b/c", "me/ü x"):
        with pytest.raises(VivavoceError, match="is no repository"):
            publish(versions[0], name, "v1.0.0", endpoint=hub.endpoint)


@pytest.mark.parametrize(("status", "advice"), [(401, "HF_TOKEN"), (403, "may write")])
def test_a_refusal_says_what_to_do(versions: Any, hub: Any, status: int, advice: str) -> None:
    hub.fail("POST", f"/api/datasets/{REPO}/commit/", status, 1)
    with pytest.raises(VivavoceError, match=advice) as refused:
        publish(versions[0], REPO, "v1.0.0", endpoint=hub.endpoint)
    assert "Run the command again" not in str(refused.value)
