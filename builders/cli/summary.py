"""``vivavoce summary``: what has been built, at a glance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.table import Table

    from builders.stage.figures import SpokenFigures

_MEASURED = ("ASR match", "error rate", "MOS", "for review")


def summary(
    work: Annotated[Path, typer.Option(help="Folder between the stages.")] = Path("build"),
    datasets: Annotated[Path, typer.Option(help="Folder of the datasets.")] = Path("datasets"),
    by_voice: Annotated[
        bool, typer.Option("--by-voice", help="Show the speech of each voice instead.")
    ] = False,
) -> None:
    """Show every dataset with its rows, hours, recogniser match rate and opinion score.

    ASR match is the share of the spoken rows, published or not, whose text the recogniser heard;
    Mandarin that sounds the same counts where the recipe lets homophones count.

    Example: vivavoce summary; vivavoce summary --by-voice
    """
    from builders.cli._console import console

    console().print(_voices(work) if by_voice else _datasets(work, datasets))


def _datasets(work: Path, datasets: Path) -> Table:
    import json

    from rich.table import Table

    from builders.stage.figures import spoken_figures

    table = Table("dataset", "config", title="Datasets")
    for name in ("rows", "hours", *_MEASURED):
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
                *(_measured(spoken_figures(spoken)) if spoken else "-" * len(_MEASURED)),
            )
    return table


def _voices(work: Path) -> Table:
    from rich.table import Table

    from builders.quality.voices import by_voice

    table = Table("family", "language", "voice", title="Voices")
    for name in _MEASURED:
        table.add_column(name, justify="right")
    for folder in sorted(work.glob("*/speech")):
        for (language, voice), found in by_voice(folder).items():
            table.add_row(folder.parent.name, language, voice, *_measured(found))
    return table


def _measured(found: SpokenFigures) -> tuple[str, ...]:
    return found.match_text, found.error_text, found.mos_text, str(found.rejected)
