from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from builders.package.manifest import ConfigInfo, FamilyInfo
from builders.package.plots import draw_plots
from builders.package.spec import SplitInfo
from builders.package.tally import Tally
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
