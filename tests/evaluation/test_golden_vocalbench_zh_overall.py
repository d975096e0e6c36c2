"""VocalBench-zh: overall, empathy, code-switching, latency and robustness, recomputed."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.metrics.code_switching import CS_PRESERVE_RATE
from evaluation.metrics.robust import HEADLINE, ROBUST, preserve_rate
from evaluation.metrics.rtf import RTF
from evaluation.score import score
from evaluation.suites.vocalbench_zh import VOCALBENCH_ZH, clarity_points

OVERALL = next(item for item in VOCALBENCH_ZH.derived if item.name == "overall")
NOISES = ("white", "background", "reverb", "farfield", "packetloss", "clipping")

# Printed figures that do not follow from their parts, with what does follow. All others do.
PRESERVE_RATE_ODD = {
    # 176/261 = 67.43: English is 261 of 362, 72.1 and not the printed 72.0.
    "Cascade (Qwen3-8B)": 67.53
}
NOISE_ODD = {
    ("Kimi-Audio", "white"): 93.968,  # printed 93.96, cut and not rounded
    ("Kimi-Audio", "reverb"): 98.413,  # printed 98.48
}
PSR_ODD = {("Kimi-Audio", "open_psr")}  # 65.86 % of 532 words is no whole number of words
OVERALL_ODD = {"Qwen3-Omni": 0.054}


def test_table_12_empathy_sum(table) -> None:
    for printed in table("vocalbench_zh_table12"):
        total = printed["semantic_score"] + printed["acoustic_score"]
        assert total == pytest.approx(printed["overall_score"], abs=0.0011)
        assert printed["overall_eer"] <= min(printed["semantic_eer"], printed["acoustic_eer"])


def test_table_13_preserve_rate(table, make_row) -> None:
    odd = {}
    for printed in table("vocalbench_zh_table13"):
        hits = round(printed["cs_acc"] * 362 / 100)
        sums = np.array([hits, 362, printed["en_acc"] * 362 / 100, 362])
        got = 100 * float(CS_PRESERVE_RATE.combine(sums))
        if abs(got - printed["preserve_rate"]) > 0.015:
            odd[printed["model"]] = round(got, 2)
    assert odd == PRESERVE_RATE_ODD
    twin = np.array([176, 362, 261, 362])
    assert 100 * CS_PRESERVE_RATE.combine(twin) == pytest.approx(67.43, abs=0.0051)


def test_table_13_psr_and_wer_are_shares_of_english_words(table) -> None:
    odd = set()
    for printed in table("vocalbench_zh_table13"):
        for kind in ("know", "open"):
            words = printed[f"{kind}_num"]
            for rate in (f"{kind}_psr", f"{kind}_wer"):
                share = round(printed[rate] * words / 100) / words * 100
                if abs(share - printed[rate]) > 0.0051:
                    odd.add((printed["model"], rate))
    assert odd == PSR_ODD


def test_table_14_rtf(table, make_row) -> None:
    for printed in table("vocalbench_zh_table14"):
        # Two answers of different ratios: only Σ/Σ gives the printed factor.
        seconds, duration = printed["generation_time_s"], printed["response_duration_s"]
        rows = [
            make_row("a", seconds=0.7 * seconds, duration=0.5 * duration),
            make_row("b", seconds=0.3 * seconds, duration=0.5 * duration),
        ]
        got = score(RTF, rows, rounds=0)
        assert got.value == pytest.approx(printed["rtf"], abs=0.000051)


def six(printed) -> np.ndarray:
    sums = [part for noise in NOISES for part in (printed[f"{noise}_score"], 1.0)]
    return np.array([*sums, printed["clean"], 1.0])


def test_table_15_preserve_rates(table) -> None:
    single = preserve_rate("white", {"white_noise": "snr_-5"})
    odd = {}
    for printed in table("vocalbench_zh_table15"):
        for noise in NOISES:
            sums = np.array([printed[f"{noise}_score"], 1.0, printed["clean"], 1.0])
            got = 100 * float(single.combine(sums))
            if abs(got - printed[f"{noise}_pr"]) > 0.0051:
                odd[printed["model"], noise] = round(got, 3)
    assert odd == NOISE_ODD


def test_table_15_averages_cap_each_rate(table) -> None:
    for printed in table("vocalbench_zh_table15"):
        got = 100 * float(ROBUST.combine(six(printed)))
        slack = 0.009 if printed["model"] == "Kimi-Audio" else 0.00051
        assert got == pytest.approx(printed["avg_pr"], abs=slack), printed["model"]
    baichuan = next(r for r in table("vocalbench_zh_table15") if r["model"] == "Baichuan-Omni-1.5")
    uncapped = np.mean([baichuan[f"{noise}_pr"] for noise in NOISES])
    assert uncapped == pytest.approx(102.248, abs=0.001)  # printed 99.357


def test_table_2_overall(table) -> None:
    robust = {
        row["model"]: np.mean([min(row[f"{noise}_pr"], 100) for noise in NOISES]) / 100
        for row in table("vocalbench_zh_table15")
    }
    odd = {}
    rows = table("vocalbench_zh_table02")
    assert len(rows) == 15
    for printed in rows:
        got = OVERALL.value(
            {
                "knowledge": printed["knowledge_acc"] / 100,
                "reasoning": printed["reasoning_acc"] / 100,
                "creativity": printed["creativity"],
                "fluency": printed["utmos"],
                "per": printed["per"] / 100,
                "single_round": printed["single_round"],
                "instruction_following": printed["if_fr"] / 100,
                "eer": printed["eer"] / 100,
                "safety": printed["safety_rr"] / 100,
                "robust": robust[printed["model"]],
            }
        )
        if abs(got - printed["overall"]) > 0.002:
            odd[printed["model"]] = round(abs(got - printed["overall"]), 3)
    assert odd == OVERALL_ODD


def test_overall_has_at_most_100_points_and_none_where_a_part_is_missing() -> None:
    best = dict.fromkeys(OVERALL.needs, 1.0) | {
        "creativity": 5.0,
        "fluency": 5.0,
        "per": 0.0,
        "single_round": 5.0,
    }
    assert OVERALL.value(best) == 100.0
    for name in OVERALL.needs:
        assert OVERALL.value({**best, name: None}) is None


@pytest.mark.parametrize(
    ("per", "points"),
    [(0.0, 10), (0.0199, 10), (0.02, 9), (0.14, 3), (0.29, 0), (0.1999, 1), (0.33947, 0)],
)
def test_clarity_points(per, points) -> None:
    assert clarity_points(per) == points


def test_headline_conditions_are_six_kinds() -> None:
    assert len(HEADLINE) == len(NOISES) == 6
    assert ROBUST.components == 14
