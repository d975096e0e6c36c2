"""EAR table 1: harmonic means of the printed C and R."""

from __future__ import annotations

import pytest

from evaluation.metrics.ear import harmonic

# Printed 5.0; 2 · 70.3 · 3.1 / 73.4 is 5.9.
MISPRINT = {("Baichuan-Omni", "wdyl"): 5.9}


def test_table_1(table) -> None:
    checked, odd = 0, {}
    for printed in table("ear_table1"):
        for dataset in ("wdyl", "slue"):
            c, r = printed[f"{dataset}_c"] / 100, printed[f"{dataset}_r"] / 100
            got = 100 * float(harmonic(c, r))
            checked += 1
            # C, R and EAR are each printed with one decimal.
            if abs(got - printed[f"{dataset}_ear"]) > 0.15:
                odd[printed["model"], dataset] = round(got, 1)
    assert checked == 14
    assert odd == MISPRINT


@pytest.mark.parametrize(("c", "r", "ear"), [(0, 0, 0), (1, 0, 0), (1, 1, 1), (0.5, 1, 2 / 3)])
def test_corners(c, r, ear) -> None:
    assert harmonic(c, r) == pytest.approx(ear)


def test_missing_side_is_missing() -> None:
    import numpy as np

    assert np.isnan(harmonic(float("nan"), 1.0))
