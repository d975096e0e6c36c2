"""``vivavoce merge``: put the shards of a run together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def merge(
    parts: Annotated[list[Path], typer.Argument(help="Folders of the shards.")],
    out: Annotated[Path, typer.Option(help="New folder for the whole run.")],
) -> None:
    """Merge runs of one model under one set of conditions into a new folder.

    Examples:
      vivavoce merge runs/omni-1 runs/omni-2 --out runs/omni
    """
    from evaluation.run.merge import merge as merge_runs

    planned, answered = merge_runs(parts, out)
    typer.echo(f"{out}: {answered} of {planned} rows have a response")
