"""One writer at a time: a lock on a file, which goes with the process however that ends."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from builders.errors import VivavoceError


@contextmanager
def locked(file: Path, busy: str) -> Iterator[None]:
    """Keep other processes from what a file stands for; its folder is made where there is none.

    Args:
        file: An empty file, which stays.
        busy: What to say where another process holds it.

    Raises:
        VivavoceError: Another process holds it, or the file system has no locks.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise VivavoceError(busy) from error
        except OSError as error:
            raise VivavoceError(
                f"{file.parent}: files cannot be locked here ({error.strerror}); give a folder on "
                "another file system"
            ) from error
        yield
