"""``vivavoce quality``: a report on the texts of a build or a dataset."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def quality(
    path: Annotated[
        Path, typer.Argument(help="Stage folder or file of a build, or folder of a dataset.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for quality.json, quality.md, lengths.png.")
    ] = None,
    family: Annotated[
        str | None, typer.Option(help="Family whose published counts to compare with.")
    ] = None,
) -> None:
    """Look for duplicates, odd lengths, mixed languages, leftovers, leaks and odd categories.

    Examples:
      vivavoce quality build/vocalbench_zh/text

      vivavoce quality datasets/voicebench --out reports/voicebench
    """
    from rich.markdown import Markdown

    from builders.cli._console import console
    from builders.quality.report import published_counts, report
    from builders.quality.rows import subsets
    from builders.quality.show import markdown, write

    known = published_counts()
    parts = path.resolve().parts
    name = family or next((part for part in reversed(parts) if part in known), "")
    found = {
        subset: report(rows, known.get(name, {}).get(subset))
        for subset, rows in subsets(path).items()
    }
    title = f"Quality of {path.as_posix()}"
    if out is None:
        console().print(Markdown(markdown(found, title)))
        return
    for file in write(found, title, out):
        typer.echo(file)
