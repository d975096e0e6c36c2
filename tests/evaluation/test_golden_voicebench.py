"""VoiceBench tables 3 and 5, through the project's own formulas."""

from __future__ import annotations

import pytest

from evaluation.contracts import Metric
from evaluation.metrics.degradation import degradation
from evaluation.suites.voicebench import VOICEBENCH

OVERALL, NINE = VOICEBENCH.derived
CHANGES = (
    "repair",
    "repeat",
    "pause",
    "interjection",
    "false_start",
    "mispronunciation",
    "grammar_error",
)
FIXED = Metric("fixed", 1, lambda row: (row.example.fields["x"], 1.0))


def values(printed, mode):
    return {
        "alpacaeval": printed[f"alpaca_{mode}"],
        "commoneval": printed[f"common_{mode}"],
        "sd_qa_panda": printed[f"sdqa_{mode}_panda"] / 100,
        "sd_qa_judge": printed[f"sdqa_{mode}_gpt"] / 100,
        "ifeval": (printed[f"ifeval_{mode}_prompt"] + printed[f"ifeval_{mode}_instruction"]) / 200,
        "advbench": printed[f"adv_{mode}"] / 100,
    }


@pytest.mark.parametrize("mode", ["text", "speech"])
def test_table_3_overall(table, mode) -> None:
    rows = table("voicebench_table3")
    assert len(rows) == 7
    for printed in rows:
        got = OVERALL.value(values(printed, mode))
        # At the printed two decimals; the parts' own rounding is worth up to 0.04.
        assert abs(round(got, 2) - printed[f"overall_{mode}"]) < 0.01 + 1e-9, printed["model"]


def test_no_overall_with_a_missing_part(table) -> None:
    full = values(table("voicebench_table3")[0], "speech")
    for name in full:
        assert OVERALL.value({**full, name: None}) is None
    assert NINE.value(full) is None


def test_mean_of_nine() -> None:
    best = dict.fromkeys(NINE.needs, 1.0) | {"alpacaeval": 5, "commoneval": 5, "wildvoice": 5}
    assert NINE.value(best) == 100


def test_table_5_drops(table, make_row) -> None:
    for printed in table("voicebench_table5"):
        for change in CHANGES:
            clean, variant = printed["clean"], printed[f"{change}_score"]
            got = degradation(
                FIXED,
                [make_row("x", fields={"x": clean})],
                [make_row("x", fields={"x": variant})],
                rounds=0,
            ).value
            # Scores are printed with two decimals, drops come from unrounded ones.
            slack = 100 * 0.005 * (1 + variant / clean) / clean + 0.005
            assert 100 * got == pytest.approx(printed[f"{change}_drop_pct"], abs=slack)
