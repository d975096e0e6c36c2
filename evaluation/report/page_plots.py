"""The plots of a page: shares, judge scores, details by part, verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluation.contracts import Score
from evaluation.report.format import scale, value_of
from evaluation.report.plots import Point, bar_plot, interval_plot
from evaluation.report.result import Result
from evaluation.report.score_run import Scored

_MOST_PARTS = 40


def page_plots(runs: Sequence[Scored]) -> list[str]:
    """SVG of every plot.

    Args:
        runs: Scored runs of one suite.
    """
    results = [run.result for run in runs]
    out = []
    for unit, low, high, title in (
        ("proportion", 0.0, 100.0, "Proportions, %"),
        ("score", 1.0, 5.0, "Scores, 1–5"),
    ):
        rows = _rows(results, unit, high)
        if rows:
            out.append(interval_plot(title, rows, low, _end(rows, high)))
    out += _parts(results)
    out += _verdicts(runs)
    return out


def _rows(results: Sequence[Result], unit: str, high: float) -> list[tuple[str, list[Point]]]:
    found = []
    for name in results[0].scores:
        points = [
            _point(result.scores[name], series)
            for series, result in enumerate(results)
            if _fits(result.scores.get(name), unit, high)
        ]
        if points:
            found.append((name, points))
    return found


def _end(rows: Sequence[tuple[str, Sequence[Point]]], high: float) -> float:
    """End of an axis: error and preserve rates may pass 100 %."""
    return max([high, *(max(p.value, p.high or 0.0) for _, points in rows for p in points)])


def _fits(score: Score | None, unit: str, high: float) -> bool:
    if score is None or score.value is None or score.unit != unit:
        return False
    # Counts and sums are scores too, but not on the judge's scale.
    return unit != "score" or 1 <= score.value <= high


def _point(score: Score, series: int) -> Point:
    assert score.value is not None
    low, high = score.interval or (None, None)
    return Point(
        scale(score.value, score.unit),
        None if low is None else scale(low, score.unit),
        None if high is None else scale(high, score.unit),
        value_of(score),
        series,
    )


def _parts(results: Sequence[Result]) -> list[str]:
    out = []
    for name in results[0].scores:
        labels = dict.fromkeys(
            label
            for result in results
            if name in result.scores
            for label in result.scores[name].parts
        )
        if not 1 < len(labels) <= _MOST_PARTS:
            continue
        unit = results[0].scores[name].unit
        low, high = (0.0, 100.0) if unit == "proportion" else (1.0, 5.0)
        rows = []
        for label in labels:
            points = [
                _point(result.scores[name].parts[label], series)
                for series, result in enumerate(results)
                if name in result.scores
                and label in result.scores[name].parts
                and result.scores[name].parts[label].value is not None
            ]
            rows.append((label, points))
        if any(points for _, points in rows) and unit in ("proportion", "score"):
            out.append(interval_plot(f"{name} by part", rows, low, _end(rows, high)))
    return out


def _verdicts(runs: Sequence[Scored]) -> list[str]:
    counts: dict[str, Counter[str]] = {}
    for run in runs:
        for row in run.rows:
            for task, said in row.judgements.items():
                if task in ("asr", "mos"):
                    continue
                label = said.category or ("no verdict" if said.score is None else f"{said.score:g}")
                counts.setdefault(task, Counter())[label] += 1
    return [
        bar_plot(f"Verdicts: {task}", sorted(counted.items()))
        for task, counted in sorted(counts.items())
        if len(counted) <= _MOST_PARTS
    ]
