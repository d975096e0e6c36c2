"""Published datasets: Parquet, card, Croissant, Hub."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_PUBLIC = {
    "About": "spec",
    "ConfigSpec": "spec",
    "FamilyInfo": "manifest",
    "Source": "spec",
    "SplitInfo": "spec",
    "describe_family": "family",
    "load": "reader",
    "package_family": "family",
    "read_manifest": "manifest",
    "write_split": "writer",
}
__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PUBLIC[name]}"), name)
