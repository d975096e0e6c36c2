"""The files of a dataset repository on the Hub."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from builders.errors import VivavoceError
from builders.package.hub import of_the_hub


class HubFiles:
    """A dataset repository at one commit; reads ask the server for the bytes they need."""

    def __init__(self, repo: str, revision: str | None, endpoint: str | None) -> None:
        from huggingface_hub import HfApi, HfFileSystem

        api = HfApi(endpoint=endpoint)
        self.repo, self._endpoint = repo, api.endpoint
        at = f" at revision {revision}" if revision else ""
        with asking(f"'{repo}' is no local folder, and the Hub does not show it{at}"):
            found = api.dataset_info(repo, revision=revision)
        self.commit = str(found.sha)
        self.name = f"{repo}@{revision or self.commit[:7]}"
        self._paths = sorted(entry.rfilename for entry in found.siblings or ())
        self._system = HfFileSystem(endpoint=api.endpoint)

    def paths(self) -> list[str]:
        """Every file, as a path relative to the dataset."""
        return self._paths

    def open(self, path: str) -> IO[bytes]:
        """A seekable file."""
        where = f"datasets/{self.repo}@{self.commit}/{path}"
        # Small blocks: a reader asks for a footer and some columns, not for the whole file.
        return self._system.open(where, "rb", block_size=2**20)

    def fetch(self, path: str) -> Path:
        """The whole file, on this machine, in the cache of ``huggingface_hub``."""
        from huggingface_hub import hf_hub_download

        with asking(f"{self.name}/{path} cannot be read"):
            return Path(
                hf_hub_download(
                    self.repo,
                    path,
                    repo_type="dataset",
                    revision=self.commit,
                    endpoint=self._endpoint,
                )
            )


@contextmanager
def asking(what: str) -> Iterator[None]:
    """Say what was wanted where the Hub refuses or cannot be reached."""
    try:
        yield
    except VivavoceError:
        raise
    except Exception as error:
        if not of_the_hub(error):
            raise
        lines = str(error).strip().splitlines() or [type(error).__name__]
        raise VivavoceError(f"{what}: {lines[0]}") from error
