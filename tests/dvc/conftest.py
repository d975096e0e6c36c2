from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from builders.item import Item
from builders.package import package_family
from builders.package.spec import ConfigSpec
from builders.step import keyed_rng


class Scratch:
    """A repository of git and DVC in a folder of its own.

    Args:
        folder: The repository; it must exist.
        home: Where programs keep what they would otherwise keep in the user's home.
    """

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self.env = {
            **os.environ,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "DVC_GLOBAL_CONFIG_DIR": str(home),
            "DVC_SITE_CACHE_DIR": str(home / "site"),
            "DVC_NO_ANALYTICS": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            **{f"GIT_{who}_NAME": "tester" for who in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{who}_EMAIL": "tester@example.org" for who in ("AUTHOR", "COMMITTER")},
        }

    def ran(self, *line: str, fails: bool = False) -> str:
        """Run a program in the repository; return all that it said."""
        done = subprocess.run(
            line, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False
        )
        said = done.stdout + done.stderr
        assert (done.returncode != 0) == fails, said[-3000:]
        return said

    def dvc(self, *arguments: str, fails: bool = False) -> str:
        """Run DVC."""
        return self.ran(sys.executable, "-m", "dvc", *arguments, fails=fails)

    def commit(self, message: str) -> None:
        """Commit everything that git does not ignore."""
        self.ran("git", "add", "--all")
        self.ran("git", "commit", "--quiet", "--message", message)

    def remote(self, **options: str) -> None:
        """State the remote, as ``dvc remote add --default`` and ``modify`` do."""
        lines = ["[core]", "    remote = shelf", "['remote \"shelf\"']"]
        lines += [f"    {name} = {value}" for name, value in options.items()]
        (self.folder / ".dvc" / "config").write_text("\n".join(lines) + "\n", "utf-8")
        self.commit("a remote")


def _packaged(folder: Path, texts: dict[str, str]) -> Path:
    """A dataset of one config with a short noise for each text."""
    rows = []
    for row_id, text in texts.items():
        item = Item(
            id=row_id,
            prompt=text,
            language="en",
            source_id=row_id,
            source_revision="1",
            license="CC0-1.0",
        )
        noise = keyed_rng(1, row_id, "noise").uniform(-0.3, 0.3, 4_000)
        rows.append(item.with_audio(noise.astype(np.float32)))
    package_family("toy", {"clean": ConfigSpec({"prompt": "prompt"}, rows)}, folder)
    return folder


def _contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    files = sorted(p for p in folder.rglob("*") if p.is_file() and p.name != ".gitignore")
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


@pytest.fixture(scope="session")
def _started(tmp_path_factory):
    """An empty repository, and one that tracks a packaged dataset: made once, then copied."""
    home = tmp_path_factory.mktemp("started")
    for name in ("empty", "tracked"):
        (home / name).mkdir()
        repo = Scratch(home / name, home)
        repo.ran("git", "init", "--quiet", "--initial-branch=main")
        repo.dvc("init", "--quiet")
        if name == "tracked":
            _packaged(repo.folder / "datasets" / "toy", {"a": "One.", "b": "Two."})
            repo.dvc("add", "--quiet", "datasets/toy")
        repo.commit("start")
    return home


@pytest.fixture
def empty(_started, tmp_path):
    """A repository of git and DVC without files."""
    return Scratch(shutil.copytree(_started / "empty", tmp_path / "empty"), tmp_path)


@pytest.fixture
def tracked(_started, tmp_path):
    """A repository that tracks one packaged dataset with DVC, committed."""
    return Scratch(shutil.copytree(_started / "tracked", tmp_path / "tracked"), tmp_path)


@pytest.fixture
def packaged():
    """Write a dataset of one config with a short noise for each text."""
    return _packaged


@pytest.fixture
def contents():
    """Read every file of a folder."""
    return _contents
