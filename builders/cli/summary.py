"""``vivavoce summary``: what has been built, at a glance."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def summary(
    work: Annotated[Path, typer.Option(help="Folder between the stages.")] = Path("build"),
    datasets: Annotated[Path, typer.Option(help="Folder of the datasets.")] = Path("datasets"),
) -> None:
    """Show every dataset with its rows, hours, recogniser match rate and opinion score.

    ASR match is the share of the spoken rows, published or not, that the recogniser heard exactly
    as written.

    Example: vivavoce summary
    """
    import json

    from rich.table import Table

    from builders.cli._console import console

    table = Table("dataset", "config", title="Datasets")
    for name in ("rows", "hours", "ASR match", "error rate", "MOS", "for review"):
        table.add_column(name, justify="right")
    for metrics in sorted(work.glob("*/variants.json")):
        family = metrics.parent.name
        speech = json.loads((metrics.parent / "speech.json").read_text("utf-8"))
        for subset, m in json.loads(metrics.read_text("utf-8")).items():
            spoken = speech.get(subset)
            table.add_row(
                str(datasets / family),
                subset,
                str(m["items_out"]),
                f"{m['quality']['hours']:.3f}",
                *(_spoken(spoken) if spoken else ("-", "-", "-", "-")),
            )
    console().print(table)


def _spoken(metrics: dict) -> tuple[str, ...]:  # type: ignore[type-arg]
    from builders.stage.figures import spoken_figures

    found = spoken_figures(metrics)
    return found.match_text, found.error_text, found.mos_text, str(found.rejected)
