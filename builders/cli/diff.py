"""``vivavoce diff``: what differs between two versions of a dataset."""

from __future__ import annotations

import json
from typing import Annotated

import typer


def diff(
    old: Annotated[str, typer.Argument(help="Folder, or org/name[@revision] on the Hub.")],
    new: Annotated[str, typer.Argument(help="The same.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with 1 where something differs.")
    ] = False,
) -> None:
    """Compare two versions row by row: added, removed, changed, and by which step.

    Examples:
        vivavoce diff me/voicebench@v1.0.0 datasets/voicebench

        vivavoce diff me/voicebench@v1.0.0 me/voicebench@v1.1.0 --json
    """
    from builders.package.changelog import entry
    from builders.package.diff import diff as compare
    from builders.package.files import open_dataset

    second = open_dataset(new)
    found = compare(open_dataset(old), second)
    if as_json:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
    elif found.level is None:
        typer.echo("The data are the same.")
    else:
        rows = second.manifest.rows if second.manifest is not None else 0
        typer.echo(entry(f"{found.level} change", found, rows), nl=False)
    if exit_code and found.level is not None:
        raise typer.Exit(1)
