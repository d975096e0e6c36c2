"""Build spoken-language benchmark datasets from source text."""

from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import ``load`` when it is first used, so that ``import builders`` stays cheap."""
    if name == "load":
        from builders.package.reader import load

        return load
    raise AttributeError(f"module 'builders' has no attribute {name!r}")
