"""What a backend states as the version of its model."""

from __future__ import annotations

import json
from typing import Any

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


def with_options(stated: str, **options: Any) -> str:
    """A version together with the options that change what the model gives, where there are any.

    A result in the store is found by it: one that was made with other options is another result.
    """
    given = {name: value for name, value in options.items() if value}
    if not given:
        return stated
    return f"{stated};{json.dumps(given, ensure_ascii=False, sort_keys=True)}"
