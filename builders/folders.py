"""Folders that a variable of the environment names, and what to say when they cannot be used."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from builders.errors import VivavoceError


@contextmanager
def used_as(what: str, folder: Path, variable: str) -> Iterator[None]:
    """Turn an error of the file system into one that names the folder and its variable.

    Args:
        what: What the folder is, such as ``the item store``.
        folder: The folder.
        variable: Variable of the environment that moves it.

    Raises:
        VivavoceError: Reading or writing failed inside the block.
    """
    try:
        yield
    except OSError as error:
        raise VivavoceError(
            f"{what} {folder} cannot be used ({error.strerror or error}): make it writable, free "
            f"space, or name another folder with {variable}"
        ) from error


def check_writable(what: str, folder: Path, variable: str) -> None:
    """Make a folder and write a file into it that is gone again at once.

    Raises:
        VivavoceError: That is not possible; the folder and its variable are named.
    """
    with used_as(what, folder, variable):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"vivavoce")
