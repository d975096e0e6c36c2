"""Small plots as inline SVG: values with their intervals, and counts of verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

# Okabe–Ito colours: told apart by all readers, in the order of the runs.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_LABEL, _WIDTH, _ROW, _TOP, _RIGHT = 230, 420, 20, 30, 90


@dataclass(frozen=True)
class Point:
    """A value of one run.

    Attributes:
        value: In the unit of the axis.
        low: Lower end of its interval; ``None`` without one.
        high: Upper end.
        text: What is written beside it.
        series: Number of the run.
    """

    value: float
    low: float | None = None
    high: float | None = None
    text: str = ""
    series: int = 0


def interval_plot(
    title: str, rows: Sequence[tuple[str, Sequence[Point]]], low: float, high: float, unit: str = ""
) -> str:
    """Dots with intervals, one line a label and run.

    Args:
        title: Heading.
        rows: Labels with their points.
        low: Left end of the axis.
        high: Right end.
        unit: Written at the ticks.
    """
    lines = sum(max(len(points), 1) for _, points in rows)
    height = _TOP + lines * _ROW + 30
    out = [_open(title, height)]
    for step in range(5):
        x, value = _x(low + (high - low) * step / 4, low, high), low + (high - low) * step / 4
        out.append(
            f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP - 6}" y2="{height - 26}"/>'
            f'<text class="tick" x="{x:.1f}" y="{height - 10}">{value:g}{escape(unit)}</text>'
        )
    line = 0
    for label, points in rows:
        y = _TOP + line * _ROW + 8
        out.append(f'<text class="label" x="{_LABEL - 8}" y="{y + 4}">{escape(label[:34])}</text>')
        for point in points:
            out.append(_dot(point, _TOP + line * _ROW + 8, low, high))
            line += 1
        line += not points
    return "".join([*out, "</svg>"])


def bar_plot(title: str, rows: Sequence[tuple[str, int]]) -> str:
    """Horizontal bars with counts.

    Args:
        title: Heading.
        rows: Labels with their counts.
    """
    height = _TOP + len(rows) * _ROW + 8
    most = max((count for _, count in rows), default=0) or 1
    out = [_open(title, height)]
    for line, (label, count) in enumerate(rows):
        y, width = _TOP + line * _ROW, _WIDTH * count / most
        out.append(
            f'<text class="label" x="{_LABEL - 8}" y="{y + 12}">{escape(label[:34])}</text>'
            f'<rect x="{_LABEL}" y="{y + 2}" width="{width:.1f}" height="{_ROW - 6}" '
            f'fill="{COLOURS[0]}"/>'
            f'<text class="value" x="{_LABEL + width + 6:.1f}" y="{y + 12}">{count}</text>'
        )
    return "".join([*out, "</svg>"])


def _open(title: str, height: int) -> str:
    width = _LABEL + _WIDTH + _RIGHT
    return (
        f'<svg role="img" aria-label="{escape(title, quote=True)}" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<text class="title" x="{_LABEL}" y="14">{escape(title)}</text>'
    )


def _x(value: float, low: float, high: float) -> float:
    share = (value - low) / (high - low)
    return _LABEL + _WIDTH * min(max(share, 0.0), 1.0)


def _dot(point: Point, y: float, low: float, high: float) -> str:
    colour = COLOURS[point.series % len(COLOURS)]
    x = _x(point.value, low, high)
    bar = ""
    if point.low is not None and point.high is not None:
        bar = (
            f'<line x1="{_x(point.low, low, high):.1f}" x2="{_x(point.high, low, high):.1f}" '
            f'y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"/>'
        )
    return (
        f'{bar}<circle cx="{x:.1f}" cy="{y}" r="4" fill="{colour}"/>'
        f'<text class="value" x="{_LABEL + _WIDTH + 8}" y="{y + 4}">{escape(point.text)}</text>'
    )
