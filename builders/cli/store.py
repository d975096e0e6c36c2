"""``vivavoce store``: look after the item store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)

Root = Annotated[
    Path | None, typer.Option(help="Folder of the store; $VIVAVOCE_STORE or the user's cache.")
]


@app.command()
def stats(root: Root = None) -> None:
    """Count records and bytes by kind.

    Example: vivavoce store stats
    """
    from rich.console import Console
    from rich.table import Table

    store = _store(root)
    found = store.stats()
    table = Table("kind", title=str(store.root))
    table.add_column("records", justify="right")
    table.add_column("MB", justify="right")
    for kind, count in found.records.items():
        table.add_row(kind, str(count), f"{found.bytes[kind] / 1e6:.1f}")
    Console().print(table)


@app.command()
def gc(
    older_than: Annotated[
        float, typer.Option(min=0.0, help="Remove records unused for this many days.")
    ],
    root: Root = None,
) -> None:
    """Remove what has not been used for some days.

    Example: vivavoce store gc --older-than 30
    """
    count, size = _store(root).gc(older_than)
    typer.echo(f"removed {count} records, {size / 1e6:.1f} MB")


@app.command()
def verify(root: Root = None) -> None:
    """Read every record and name those that are damaged; the exit code is 1 if there are any.

    Damaged records are never read as results: they are made again when needed.

    Example: vivavoce store verify
    """
    store = _store(root)
    damaged = list(store.verify())
    for path in damaged:
        typer.echo(f"damaged: {path}")
    total = sum(store.stats().records.values())
    typer.echo(f"{total} records, {len(damaged)} damaged")
    if damaged:
        raise typer.Exit(1)


def _store(root: Path | None):  # type: ignore[no-untyped-def]
    from builders.errors import VivavoceError
    from builders.recipe.params import store_root
    from builders.stage.store import ItemStore

    folder = root or store_root()
    if (root or folder.exists()) and not folder.is_dir():
        raise VivavoceError(f"{folder} is no folder: name that of an item store")
    return ItemStore(folder)
