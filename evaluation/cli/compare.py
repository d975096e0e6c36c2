"""``vivavoce compare``: two runs on the same questions, or two judges on the same answers."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer


def compare(
    runs: Annotated[list[Path], typer.Argument(help="Two runs, or one with --judges.")],
    judges: Annotated[
        str | None,
        typer.Option(help="For one run: the two judges, a,b. For two: whose word counts first."),
    ] = None,
    drop: Annotated[
        bool, typer.Option("--drop", help="Relative drop (a − b) / a instead of b − a.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of intervals and permutations.")] = 0,
    rounds: Annotated[int, typer.Option(min=1, help="Resamples and permutations.")] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the paired difference of two runs with interval and p, or the agreement of two judges.

    Examples:
        vivavoce compare runs/small runs/large

        vivavoce compare runs/clean runs/noisy --drop

        vivavoce compare runs/mine --judges gpt-4o-2024-11-20,lexical
    """
    from builders.errors import VivavoceError
    from evaluation.report.compare import agreement_table, compare_judges, compare_runs
    from evaluation.report.render import as_text
    from evaluation.report.score_run import score_run

    order = [name.strip() for name in judges.split(",")] if judges else None
    if len(runs) == 1:
        if order is None or len(order) != 2:
            raise VivavoceError("one run is compared by two of its judges: --judges a,b")
        one, other = order
        found = compare_judges(runs[0], one, other)
        if as_json:
            typer.echo(json.dumps({task: asdict(a) for task, a in found.items()}, indent=1))
        else:
            typer.echo(as_text(agreement_table(runs[0].name, one, other, found)), nl=False)
        return
    if len(runs) != 2:
        raise VivavoceError(f"two runs can be compared, not {len(runs)}")
    first, second = (score_run(run, judges=order, seed=seed, rounds=0) for run in runs)
    comparison = compare_runs(
        first, second, seed=seed, rounds=rounds, kind="drop" if drop else "difference"
    )
    if as_json:
        typer.echo(json.dumps(comparison.dump(), ensure_ascii=False, indent=1))
    else:
        typer.echo(as_text(comparison.table()), nl=False)
