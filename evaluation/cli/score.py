"""``vivavoce score``: the paper's table of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def score(
    run: Annotated[Path, typer.Argument(help="Folder of a run.", show_default=False)],
    judges: Annotated[
        str | None, typer.Option(help="Judges to use, the most trusted first: a,b.")
    ] = None,
    parts: Annotated[
        bool, typer.Option("--parts", help="Show categories, levels and accents too.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Show metrics without rows too.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the intervals.")] = 0,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds of the bootstrap.")] = 1000,
    out: Annotated[
        Path | None, typer.Option(help="File to write; RUN/scores.json by default.")
    ] = None,
    values: Annotated[
        Path | None, typer.Option(help="Also write the values alone, one a column.")
    ] = None,
) -> None:
    """Print value, n, coverage and 95 % interval of every metric, and write scores.json.

    A row that could not be scored lowers the coverage and nothing else. An overall that lacks a
    part is not formed.

    Examples:
        vivavoce score runs/mine

        vivavoce score runs/mine --judges gpt-4o-mini-2024-07-18,lexical --parts
    """
    from evaluation.report.render import as_text
    from evaluation.report.score_run import score_run
    from evaluation.report.tables import missing_table, run_table

    order = [name.strip() for name in judges.split(",")] if judges else None
    scored = score_run(run, judges=order, seed=seed, rounds=rounds)
    typer.echo(as_text(run_table(scored.result, parts=parts, empty=everything)))
    missing = missing_table(scored.result)
    if missing.rows:
        typer.echo(as_text(missing))
    path = out or run / "scores.json"
    scored.result.save(path)
    if values is not None:
        scored.result.save_values(values)
    typer.echo(f"written: {path}")
