from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from builders.package.manifest import ConfigInfo, FamilyInfo
from builders.package.plots import draw_plots
from builders.package.spec import SplitInfo
from builders.package.tally import Tally, together
from builders.provenance import Provenance


def _info(*tallies: Tally) -> FamilyInfo:
    configs = tuple(
        ConfigInfo(f"c{n}", "id", None, {}, {}, (SplitInfo(f"c{n}", "test", 1, (), t.facts()),))
        for n, t in enumerate(tallies)
    )
    return FamilyInfo("ear", configs)


def test_only_what_was_measured_is_drawn(item: Any, tmp_path: Path) -> None:
    tally = Tally()
    tally.add(item("a", provenance=Provenance()), 1.0)
    assert list(draw_plots(_info(tally), tmp_path).values()) == ["assets/seconds.png"]


def test_figures_grow_with_the_configs_and_are_stable(item: Any, tmp_path: Path) -> None:
    tally = Tally()
    tally.add(item("a"), 1.0)
    for name in ("x", "y"):
        made = draw_plots(_info(tally, tally, tally), tmp_path / name)
        assert len(made) == 3
    first, second = (tmp_path / n / "assets" / "mos.png" for n in ("x", "y"))
    assert first.read_bytes() == second.read_bytes()
    draw_plots(_info(tally), tmp_path / "one")
    one, three = imread(tmp_path / "one" / "assets" / "mos.png"), imread(first)
    assert three.shape[0] > one.shape[0]
    assert len(np.unique(three)) > 10


def test_empty_bins_above_are_left_out(
    item: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.axes import Axes

    drawn: list[tuple[tuple[int, ...], tuple[float, ...]]] = []
    draw = Axes.imshow

    def seen(self: Axes, shares: Any, **given: Any) -> Any:
        drawn.append((shares.shape, given["extent"]))
        return draw(self, shares, **given)

    monkeypatch.setattr(Axes, "imshow", seen)
    for name, seconds in (("short", 1.0), ("long", 17.0), ("huge", 99.0)):
        tally = Tally()
        tally.add(item("a", provenance=Provenance()), seconds)
        draw_plots(_info(tally), tmp_path / name)
    assert [(shape[1], extent[:2]) for shape, extent in drawn] == [
        (5, (0.0, 10.0)),
        (9, (0.0, 18.0)),
        (30, (0.0, 60.0)),
    ]


def test_totals_do_not_depend_on_order_and_add_up(item: Any) -> None:
    rows = [(item(f"r{n}"), 0.1 * n + 0.5) for n in range(10)]
    forward, backward, first, second = Tally(), Tally(), Tally(), Tally()
    for n, (row, seconds) in enumerate(rows):
        forward.add(row, seconds)
        (first if n < 4 else second).add(row, seconds)
    for row, seconds in reversed(rows):
        backward.add(row, seconds)
    assert forward.facts() == backward.facts()
    whole, parts = forward.facts(), together([first.facts(), second.facts()])
    assert parts == whole
    assert whole["seconds"] == {
        "n": 10,
        "total": 9.5,
        "min": 0.5,
        "max": 1.4,
        "histogram": {"low": 0.0, "high": 60.0, "counts": [10] + [0] * 29},
    }


def test_values_outside_count_in_the_last_bin(item: Any) -> None:
    tally = Tally()
    row = item("a")
    tally.add(row.but(provenance=row.provenance.measured(error_rate=7.0)), 600.0)
    facts = tally.facts()
    assert facts["error_rate"]["histogram"]["counts"][-1] == 1
    assert facts["error_rate"]["max"] == 7.0
    assert facts["seconds"]["histogram"]["counts"][-1] == 1
