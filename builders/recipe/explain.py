"""Mistakes in a YAML file, each with its place and the closest key where one is unknown."""

from __future__ import annotations

import difflib
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError


def explain(where: Path | str, error: ValidationError, model: type[BaseModel]) -> str:
    """Say what is wrong, one mistake a line.

    Args:
        where: The file, or a place in it.
        error: What the validation found.
        model: What should be there.
    """
    lines = []
    for problem in error.errors():
        *place, key = problem["loc"] or ("",)
        text = problem["msg"].removeprefix("Value error, ")
        if problem["type"] == "extra_forbidden":
            close = difflib.get_close_matches(str(key), _keys(model, place), n=2)
            text = "unknown key" + (f"; did you mean {' or '.join(close)}?" if close else "")
        lines.append(f"{where}: {'.'.join(str(part) for part in (*place, key))}: {text}")
    return "\n".join(lines)


def _keys(kind: Any, place: Sequence[int | str]) -> list[str]:
    """Keys that are known at a place below something of a kind."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        fields = {info.alias or name: info for name, info in kind.model_fields.items()}
        return _keys(fields[str(place[0])].annotation, place[1:]) if place else list(fields)
    inner = get_args(kind)
    if get_origin(kind) is types.UnionType:
        return [key for each in inner for key in _keys(each, place)]
    # A mapping by name, or a sequence by number.
    if inner and place:
        return _keys(inner[1] if get_origin(kind) is dict else inner[0], place[1:])
    return []
