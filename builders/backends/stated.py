"""What a backend states as the version of its model."""

from __future__ import annotations

from builders.errors import VivavoceError


def stated_revision(revision: str | None, model: str, backend: str) -> str:
    """The revision, if one was given.

    A hub hands out what is newest where nobody says which commit: results of two models would then
    stand under one name, here and in the store.

    Raises:
        VivavoceError: None was given.
    """
    if not revision:
        raise VivavoceError(
            f"{backend}: say which 'revision' of '{model}' is meant: the commit of its repository, "
            "or, for a folder, what to record as its version"
        )
    return revision
