"""``vivavoce voices``: list voice sets, and build those of the papers from their sources."""

from __future__ import annotations

import typer

from builders.cli.voices_build import app as build

app = typer.Typer(no_args_is_help=True, help=__doc__)
app.add_typer(build, name="build")


@app.command("list")
def list_() -> None:
    """Show all voice sets.

    Example: vivavoce voices list
    """
    from collections import Counter

    from rich.console import Console
    from rich.table import Table

    from builders.recipe.voices import voice_set, voices_root

    table = Table("set", "voices", "engine", "language", "gender", "emotion", "age")
    for path in sorted(voices_root().glob("*.yaml")):
        voices = voice_set(path.stem)
        cells = [
            ", ".join(f"{k} {n}" for k, n in Counter(getattr(v, a) for v in voices).items() if k)
            for a in ("engine", "language", "gender", "emotion", "age")
        ]
        table.add_row(path.stem, str(len(voices)), *cells)
    Console().print(table)
