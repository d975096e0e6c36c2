"""Where tables are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_FILE_WIDTH = 120


def console() -> Console:
    """The terminal in its own width; a file or pipe in one that cuts no names."""
    from rich.console import Console

    found = Console()
    return found if found.is_terminal else Console(width=_FILE_WIDTH)
