"""Figures of the card: how duration, error rate and opinion score spread over each config."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from builders.package.layout import ASSETS
from builders.package.manifest import FamilyInfo
from builders.package.tally import together

FIGURES = {
    "seconds": ("Duration", "duration in seconds"),
    "error_rate": ("Error rate", "word or character error rate"),
    "mos": ("Predicted opinion score", "predicted mean opinion score"),
}
_LEAST_BINS = 5
"""Bins of a figure at least."""


def draw_plots(info: FamilyInfo, folder: Path) -> dict[str, str]:
    """Draw a figure for everything that was measured.

    Each figure has one line a config; the shade is the share of its rows in the bin, so that
    configs of different size compare.

    Args:
        info: What was packaged.
        folder: Folder of the dataset; figures go to ``assets/``.

    Returns:
        Caption → path relative to ``folder``.
    """
    facts = {c.name: together([dict(s.facts) for s in c.splits]) for c in info.configs}
    made = {}
    for name, (title, axis) in FIGURES.items():
        measured = {config: f[name] for config, f in facts.items() if f[name]}
        if measured:
            path = folder / ASSETS / f"{name}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            _draw(measured, title, axis, path)
            made[f"{title}, share of the rows of each config"] = f"{ASSETS}/{name}.png"
    return made


def _draw(measured: dict[str, dict[str, Any]], title: str, axis: str, path: Path) -> None:
    # The object interface: pyplot would keep global state and look for a display.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    shares = np.stack([np.asarray(m["histogram"]["counts"]) / m["n"] for m in measured.values()])
    first = next(iter(measured.values()))["histogram"]
    low, high = float(first["low"]), float(first["high"])
    if low == 0:
        # Durations and error rates gather at the low end: empty bins above would hide the shape.
        bins = shares.shape[1]
        kept = min(bins, max(_LEAST_BINS, int(np.flatnonzero(shares.any(axis=0))[-1]) + 1))
        shares, high = shares[:, :kept], high * kept / bins
        if kept == bins:
            axis += f" ({high:g} and above in the last bin)"
    figure = Figure(figsize=(8, 1.4 + 0.32 * len(measured)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    extent = (low, high, len(measured) - 0.5, -0.5)
    image = axes.imshow(shares, aspect="auto", extent=extent, cmap="Blues", vmin=0, vmax=1)
    axes.set_yticks(range(len(measured)), list(measured))
    axes.set_xlabel(axis)
    axes.set_title(title, loc="left")
    figure.colorbar(image, ax=axes, label="share of rows")
    # Neither the version of the library nor a date: the same numbers give the same bytes.
    figure.savefig(path, dpi=100, metadata={"Software": None})
