"""What a publication would do: files to send and remove, licence verdicts, version."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from builders.errors import VivavoceError
from builders.package.hub import Remote
from builders.package.layout import ASSETS, CARD, CROISSANT, MANIFEST
from builders.package.licences import Licence, Verdict, licence, strictest
from builders.package.manifest import FamilyInfo
from builders.package.plots import FIGURES

Action = Literal["new", "changed", "same", "removed"]


@dataclass(frozen=True)
class FilePlan:
    """One file of the publication.

    Attributes:
        path: Path in the repository.
        bytes: Size.
        sha256: Hash of the content; empty for a file to be removed.
        action: What happens to it.
    """

    path: str
    bytes: int
    sha256: str
    action: Action


@dataclass(frozen=True)
class LicencePlan:
    """Verdict on one config.

    Attributes:
        config: Its name.
        licences: Every licence that its rows, the sounds mixed into them, or its recipe state.
        verdict: The strictest of their verdicts.
    """

    config: str
    licences: tuple[Licence, ...]
    verdict: Verdict


@dataclass(frozen=True)
class Plan:
    """Files and licences of a publication."""

    files: tuple[FilePlan, ...]
    licences: tuple[LicencePlan, ...]

    @property
    def sent(self) -> list[FilePlan]:
        """Files to send."""
        return [file for file in self.files if file.action in ("new", "changed")]

    @property
    def removed(self) -> list[FilePlan]:
        """Files to remove."""
        return [file for file in self.files if file.action == "removed"]

    @property
    def data_changed(self) -> bool:
        """Whether a Parquet file is sent or removed."""
        return any(f.path.endswith(".parquet") for f in self.sent + self.removed)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to commit."""
        return not self.sent and not self.removed

    @property
    def refused(self) -> list[LicencePlan]:
        """Configs that may not be handed on."""
        return [each for each in self.licences if each.verdict == "refused"]


def make_plan(folder: Path, info: FamilyInfo, remote: Remote) -> Plan:
    """Compare a packaged folder with a repository.

    Raises:
        VivavoceError: A file is missing or is not what the manifest says.
    """
    files = []
    sums = _local(folder, info)
    for path, (size, sha256, blob) in sums.items():
        if path not in remote.sums:
            action: Action = "new"
        else:
            action = "same" if remote.sums[path] in (sha256, blob) else "changed"
        files.append(FilePlan(path, size, sha256, action))
    # Files that others put there stay: only what packaging made is ours to remove.
    ours = {*remote.packaged, *(f"{ASSETS}/{name}.png" for name in FIGURES)}
    for path in sorted(ours & set(remote.sums)) if remote.packaged else ():
        if path not in sums:
            files.append(FilePlan(path, remote.sizes[path], "", "removed"))
    return Plan(tuple(files), tuple(_licences(info)))


def _local(folder: Path, info: FamilyInfo) -> dict[str, tuple[int, str, str]]:
    """Path → size, SHA-256 and git's blob id of every file to publish."""
    expected = {file.path: file for file in info.files}
    small = [CARD, MANIFEST, CROISSANT]
    small += sorted(p.relative_to(folder).as_posix() for p in (folder / ASSETS).glob("*.png"))
    found = {}
    for path in [*expected, *small]:
        try:
            size, sha256, blob = _sums(folder / path)
        except FileNotFoundError as error:
            raise VivavoceError(f"{folder / path} is missing: package the dataset again") from error
        if path in expected and expected[path].sha256 != sha256:
            raise VivavoceError(
                f"{folder / path} is not what {MANIFEST} says: package the dataset again"
            )
        found[path] = (size, sha256, blob)
    return found


def _sums(path: Path) -> tuple[int, str, str]:
    size = path.stat().st_size
    sha256, blob = hashlib.sha256(), hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    with path.open("rb") as file:
        while chunk := file.read(2**20):
            sha256.update(chunk)
            blob.update(chunk)
    return size, sha256.hexdigest(), blob.hexdigest()


def _licences(info: FamilyInfo) -> list[LicencePlan]:
    made = []
    for config in info.configs:
        judged = tuple(licence(text) for text in config.licences)
        made.append(LicencePlan(config.name, judged, strictest(judged)))
    return made
