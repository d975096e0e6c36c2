"""Tables of results, independent of how they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluation.contracts import Score
from evaluation.report.format import NONE, coverage_of, interval_of, value_of
from evaluation.report.result import Result


@dataclass(frozen=True)
class Table:
    """A table of texts.

    Attributes:
        title: What it shows.
        head: Column names.
        rows: Cells, as many a row as there are column names.
        notes: Sentences below it.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


_HEAD = ("metric", "value", "n/total", "coverage", "95 % interval")


def run_table(result: Result, *, parts: bool = False, empty: bool = False) -> Table:
    """One line a metric: value, n, coverage, interval.

    Args:
        result: Scores of a run.
        parts: Whether to give the parts below each metric.
        empty: Whether to list metrics that the run has no rows for.
    """
    rows: list[tuple[str, ...]] = []
    absent: list[str] = []
    for name, score in result.scores.items():
        if not score.total and not empty:
            absent.append(name)
            continue
        if score.metric.startswith(f"{result.suite}.") and score.value is None:
            rows.append((name, NONE, *_counts(score)))
            continue
        rows.append(_line(name, score))
        if parts:
            rows += [_line(f"  {label}", part) for label, part in score.parts.items()]
    notes = [*result.notes, *not_formed(result)]
    if absent:
        notes.append(f"No rows for: {', '.join(absent)}.")
    return Table(f"{result.suite}: {result.run} ({result.model})", _HEAD, tuple(rows), tuple(notes))


def parts_tables(result: Result) -> list[Table]:
    """The papers' detailed tables: one for each metric with parts."""
    return [
        Table(
            f"{name} by part",
            ("part", *_HEAD[1:]),
            tuple(_line(label, part) for label, part in score.parts.items()),
        )
        for name, score in result.scores.items()
        if score.parts and score.total
    ]


def models_table(results: Sequence[Result]) -> Table:
    """Models as rows and metrics as columns, as the papers print them; n is in brackets."""
    names = [
        name
        for name in results[0].scores
        if any(name in r.scores and r.scores[name].total for r in results)
    ]
    rows = [
        (
            f"{result.run} ({result.model})",
            *(_cell(result.scores.get(name)) for name in names),
        )
        for result in results
    ]
    notes = tuple(dict.fromkeys(note for result in results for note in result.notes))
    return Table(f"{results[0].suite}: all runs", ("run", *names), tuple(rows), notes)


def not_formed(result: Result) -> list[str]:
    """A sentence for each derived figure that has no value: which parts are missing."""
    said = []
    for name, score in result.scores.items():
        if score.value is None and score.metric.startswith(f"{result.suite}."):
            parts = [why.removesuffix(" has no value") for why in result.missing.get(name, {})]
            if parts and score.total:
                said.append(f"{name} is not formed: {', '.join(parts)} missing.")
    return said


def missing_table(result: Result) -> Table:
    """Why rows could not be scored."""
    rows = [
        (name, why, str(n))
        for name, reasons in result.missing.items()
        for why, n in sorted(reasons.items())
        if n and not why.endswith("has no value")
    ]
    return Table(
        f"{result.run}: rows that could not be scored", ("metric", "why", "rows"), tuple(rows)
    )


def judges_table(result: Result) -> Table:
    """Who judged, with prompt and settings."""
    judges: Mapping[str, Mapping[str, object]] = result.shaped.get("judges", {})
    rows = [
        (
            name,
            f"{said['prompt']}#{said['prompt_hash']}" if "prompt" in said else NONE,
            _settings(said.get("settings")),
        )
        for name, said in judges.items()
    ]
    return Table(f"{result.run}: judges", ("judge", "prompt", "settings"), tuple(rows))


def _settings(value: object) -> str:
    if not isinstance(value, Mapping) or not value:
        return NONE
    return ", ".join(f"{name} {setting}" for name, setting in value.items())


def _line(name: str, score: Score) -> tuple[str, ...]:
    return (name, value_of(score), *_counts(score))


def _counts(score: Score) -> tuple[str, str, str]:
    return (
        f"{score.n}/{score.total}",
        coverage_of(score),
        interval_of(score.interval, score.unit),
    )


def _cell(score: Score | None) -> str:
    if score is None or score.value is None:
        return NONE
    return f"{value_of(score)} {interval_of(score.interval, score.unit)} ({score.n}/{score.total})"
