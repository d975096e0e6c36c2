"""``vivavoce voices``: list voice sets, and build those of the papers from their sources."""

from __future__ import annotations

from typing import Annotated

import typer

from builders.cli.voices_build import app as build

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)
app.add_typer(build, name="build")


@app.command("list")
def list_(
    name: Annotated[str | None, typer.Argument(help="Set whose voices to show.")] = None,
) -> None:
    """Show all voice sets, or the voices of one.

    Examples:
      vivavoce voices list

      vivavoce voices list google_wavenet
    """
    from collections import Counter

    from rich.table import Column, Table

    from builders.cli._console import console
    from builders.recipe.voices import voice_set, voices_root

    facts = ("engine", "language", "gender", "accent", "emotion", "age")
    if name is not None:
        table = Table("id", "name", *facts, title=name)
        for voice in voice_set(name):
            table.add_row(voice.id, voice.name, *(getattr(voice, fact) or "" for fact in facts))
    else:
        table = Table(Column("set", no_wrap=True), "voices", *facts)
        for path in sorted(voices_root().glob("*.yaml")):
            voices = voice_set(path.stem)
            counts = (Counter(getattr(v, fact) for v in voices).items() for fact in facts)
            cells = [", ".join(f"{k} {n}" for k, n in count if k) for count in counts]
            table.add_row(path.stem, str(len(voices)), *cells)
    console().print(table)
