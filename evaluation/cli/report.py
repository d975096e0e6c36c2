"""``vivavoce report``: tables in three formats, and one page to look into."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs of one suite.")],
    out: Annotated[
        Path | None, typer.Option(help="Folder to write; RUN/report by default.")
    ] = None,
    judges: Annotated[
        str | None, typer.Option(help="Judges to use, the most trusted first: a,b.")
    ] = None,
    audio_megabytes: Annotated[
        float, typer.Option(min=0, help="Room for audio in the page; 0 leaves it out.")
    ] = 40.0,
    seed: Annotated[int, typer.Option(help="Seed of the intervals.")] = 0,
    rounds: Annotated[int, typer.Option(min=0, help="Rounds of the bootstrap.")] = 1000,
) -> None:
    """Write report.md, report.tex, csv/, report.html and the scores.

    The page holds everything: it can be sent to somebody and opened without a network. Listen to
    question and answer beside transcript, verdict and reason, and filter the rows.

    Examples:
        vivavoce report runs/mine

        vivavoce report runs/small runs/large --out reports/sizes --audio-megabytes 100
    """
    from builders.errors import VivavoceError
    from evaluation.report.score_run import score_run
    from evaluation.report.write import write_report

    if len(runs) > 1 and out is None:
        raise VivavoceError("say where the report of several runs goes: --out FOLDER")
    order = [name.strip() for name in judges.split(",")] if judges else None
    scored = [(score_run(run, judges=order, seed=seed, rounds=rounds), run) for run in runs]
    for path in write_report(scored, out or runs[0] / "report", audio_megabytes=audio_megabytes):
        typer.echo(str(path))
