"""The table that a stage ends with on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from builders.stage.engine import StageMetrics


def print_stage(stage: str, found: Mapping[str, StageMetrics]) -> None:
    """Print what a stage did, by subset; after speech with match rate and opinion score.

    Args:
        stage: ``text``, ``speech`` or ``variants``.
        found: Metrics by subset.
    """
    import typer
    from rich.table import Table

    from builders.stage.figures import spoken_figures

    checked = stage == "speech"
    table = Table("subset", "in", "out", "left out", title=stage)
    for name in ("ASR match", "MOS") if checked else ():
        table.add_column(name, justify="right")
    table.add_column("made")
    table.add_column("from the store")
    table.add_column("seconds", justify="right")
    for name, m in found.items():
        spoken = spoken_figures(m.as_json())
        table.add_row(
            name,
            str(m.items_in),
            str(m.items_out),
            _counts(_left_out(m)),
            *((spoken.match_text, spoken.mos_text) if checked else ()),
            _counts(m.made),
            _counts(m.cached),
            f"{m.seconds:.1f}",
        )
    _show(table)
    for name, m in found.items():
        if m.short:
            there = ", ".join(f"{group}: {has} of {want}" for group, (has, want) in m.short.items())
            typer.echo(f"{name}: fewer rows than its selection asks for ({there})")


def print_dry(stage: str, found: Mapping[str, StageMetrics]) -> None:
    """Print what a stage would make, by subset, and what is not known yet.

    Args:
        stage: ``text``, ``speech`` or ``variants``.
        found: Metrics of a dry run by subset.
    """
    import typer
    from rich.table import Table

    table = Table("subset", title=f"{stage}: would be made")
    table.add_column("rows there", justify="right")
    for column in ("would make", "engine calls", "from the store", "waits for"):
        table.add_column(column)
    for name, m in found.items():
        table.add_row(
            name,
            str(m.items_out),
            _counts(m.would_call),
            _counts(m.would_ask),
            _counts(m.cached),
            _counts(m.waiting),
        )
    _show(table)
    made = _sum(m.would_call for m in found.values())
    asked = _sum(m.would_ask for m in found.values())
    waiting = any(m.waiting for m in found.values())
    nothing = "nothing that is known yet" if waiting else "nothing"
    typer.echo(f"{stage}: {_counts(made, nothing)} would be made; engine calls: {_calls(asked)}")
    if waiting:
        typer.echo(_explained(stage))


def _left_out(metrics: StageMetrics) -> dict[str, int]:
    passed = sum(metrics.not_selected.values())
    return {**metrics.rejected, **({"not selected": passed} if passed else {})}


def _calls(asked: Mapping[str, int]) -> str:
    if not asked:
        return "none"
    return (
        f"{_counts(asked)}, reckoned as one of each engine a row: takes that fail and turns of a "
        "dialogue add to them, and calls that are in the store are not made again"
    )


def _explained(stage: str) -> str:
    """Say what depends on rows that are not made yet, and what is counted of it."""
    if stage == "variants":
        return (
            "variants: some depend on clips that are not spoken yet (column 'waits for'; subsets "
            "of one parent wait for the same clips). They are counted by their texts, as if every "
            "clip passed its checks, up to the first step that needs the audio; what follows that "
            "step is not known"
        )
    return (
        f"{stage}: some rows are not made by the stage before yet (column 'waits for'). What "
        "becomes of them is not known, and they are not counted here"
    )


def _counts(counts: Mapping[str, int], none: str = "-") -> str:
    return ", ".join(f"{k}: {n}" for k, n in counts.items()) or none


def _sum(each) -> dict[str, int]:  # type: ignore[no-untyped-def]
    from collections import Counter

    total: Counter[str] = Counter()
    for counts in each:
        total.update(counts)
    return dict(sorted(total.items()))


def _show(table) -> None:  # type: ignore[no-untyped-def]
    from builders.cli._console import console

    console().print(table)
