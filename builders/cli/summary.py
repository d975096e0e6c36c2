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

    The match rate counts the rows that were spoken, whether or not they were published.

    Example: vivavoce summary
    """
    import json

    from rich.console import Console
    from rich.table import Table

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
    Console(width=None if Console().is_terminal else 120).print(table)


def _spoken(m: dict) -> tuple[str, ...]:  # type: ignore[type-arg]
    kept, lost = m["quality"], m["quality"]["rejected"]
    n_kept, n_lost = m["items_out"], sum(m["rejected"].values())
    heard = lost["error_rate"] is not None or n_lost == 0

    def both(key: str) -> str:
        if kept[key] is None:
            return "-"
        total = kept[key] * n_kept + (lost[key] or 0.0) * (n_lost if heard else 0)
        return f"{total / max(1, n_kept + (n_lost if heard else 0)):.3f}"

    rate = f"{n_kept / (n_kept + n_lost):.1%}" if n_kept + n_lost else "-"
    return rate, both("error_rate"), both("mos"), str(n_lost)
