from __future__ import annotations

import pytest

from evaluation.stats.kendall import rank_agreement, rank_stability


def test_exact_values() -> None:
    a = {"m1": 1.0, "m2": 2.0, "m3": 3.0, "m4": 4.0}
    assert rank_agreement(a, a).tau == 1.0
    assert rank_agreement(a, {m: -v for m, v in a.items()}).tau == -1.0
    # One of six pairs exchanged: (5 - 1) / 6.
    swapped = rank_agreement(a, {"m1": 2.0, "m2": 1.0, "m3": 3.0, "m4": 4.0})
    assert swapped.tau == pytest.approx(4 / 6)


def test_missing_models_are_left_out() -> None:
    got = rank_agreement({"x": 1.0, "y": None, "z": 3.0, "w": 2.0}, {"x": 5.0, "y": 1.0, "z": 9.0})
    assert got.models == ("x", "z")
    assert got.tau == 1.0


def test_no_order_no_tau() -> None:
    assert rank_agreement({"x": 1.0, "y": 1.0}, {"x": 1.0, "y": 2.0}).tau is None
    assert rank_agreement({}, {}).tau is None


def test_every_pair_of_mask_types() -> None:
    silence = {"m1": 1.0, "m2": 2.0}
    noise = {"m1": 3.0, "m2": 1.0}
    beep = {"m1": 0.1, "m2": 0.2}
    got = rank_stability({"silence": silence, "noise": noise, "beep": beep})
    assert {pair: r.tau for pair, r in got.items()} == {
        ("silence", "noise"): -1.0,
        ("silence", "beep"): 1.0,
        ("noise", "beep"): -1.0,
    }
