"""``vivavoce verify``: check a published dataset from its files alone."""

from __future__ import annotations

from typing import Annotated

import typer


def verify(
    dataset: Annotated[str, typer.Argument(help="Folder, or org/name[@revision] on the Hub.")],
    audio: Annotated[bool, typer.Option(help="Decode every clip.")] = True,
    most: Annotated[int, typer.Option(help="Problems to print at most.")] = 50,
) -> None:
    """Check sums, types, row counts, audio, triplet pairing, provenance, card and Croissant file.

    Examples:
        vivavoce verify datasets/ear

        vivavoce verify me/ear@v1.0.0 --no-audio
    """
    from builders.package.files import open_dataset
    from builders.package.verify import verify as check

    result = check(open_dataset(dataset), audio=audio)
    for problem in result.problems[:most]:
        typer.echo(f"{problem.where}: {problem.kind}: {problem.detail}")
    if len(result.problems) > most:
        typer.echo(f"and {len(result.problems) - most} more")
    state = "right" if result.right else f"{len(result.problems)} problems"
    hours = result.seconds / 3600
    typer.echo(f"{result.name}: {result.files} files, {result.rows} rows, {hours:.2f} h: {state}")
    if not result.right:
        raise typer.Exit(1)
