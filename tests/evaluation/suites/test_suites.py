from __future__ import annotations

import json
from dataclasses import replace

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Judgement
from evaluation.metrics import METRICS
from evaluation.suites import SUITES, load_suite
from evaluation.suites.suite import Derived, evaluate

SUPPORTED = sorted(SUITES)


@pytest.mark.parametrize("name", SUPPORTED)
def test_names_are_known_and_unique(name) -> None:
    found = load_suite(name)
    assert found.name == name
    names = [cell.name for cell in found.cells] + [item.name for item in found.derived]
    assert len(names) == len(set(names))
    assert {cell.metric for cell in found.cells} <= set(METRICS)
    known = {cell.name for cell in found.cells}
    for item in found.derived:
        assert set(item.needs) <= known
        known.add(item.name)


def test_unknown_suite() -> None:
    with pytest.raises(VivavoceError, match="voicebench"):
        load_suite("voicebanch")


@pytest.fixture
def vocalbench_run(make_row):
    """Two answers to each config, all as good as can be."""
    happy = Judgement("r", "emotion", "e2v", raw=json.dumps({"happy": 1.0}))
    judged = dict.fromkeys(("score", "relevance", "generation", "empathy", "mos"), 5)
    judged |= dict.fromkeys(("correct", "follows", "refusal"), "yes")
    judged["emotion"] = happy
    rows = []
    for config in load_suite("vocalbench_zh").configs:
        for i in range(2):
            conditions = [{"Category": "Situation", "Score": [1, 5, 1, 1, 1]}]
            if config == "robust":
                from evaluation.metrics.robust import HEADLINE

                conditions = [{"Category": k, "Level": v} for k, v in HEADLINE.items()]
                conditions.append({"Category": "white_noise", "Level": "snr_20"})
            for k, fields in enumerate(conditions):
                rows.append(
                    make_row(
                        f"{config}-{i}-{k}",
                        source=f"{config}-{i}",
                        config=config,
                        fields=fields,
                        text="好的，没问题。",
                        asr="好的没问题",
                        seconds=1.0,
                        duration=2.0,
                        judged=judged,
                    )
                )
    return rows


def test_a_perfect_run_has_100_points(vocalbench_run) -> None:
    got = evaluate(load_suite("vocalbench_zh"), vocalbench_run, rounds=50, ids={"run": "r1"})
    assert got["overall"].value == pytest.approx(100.0)
    assert got["overall"].interval == pytest.approx((100.0, 100.0))
    assert got["per"].value == 0.0 and got["per"].unit == "proportion"
    assert got["rtf"].value == 0.5
    assert got["knowledge"].ids == {"judge": "recorded", "run": "r1"}
    assert got["per_knowledge"].ids == {"normaliser": "zh-toned-pinyin-2", "run": "r1"}
    # Levels that are not in the headline are no missing rows of it.
    assert got["robust"].coverage == 1.0
    assert got["robust_scores"].parts["white_noise/snr_20"].n == 2


def test_no_overall_without_all_parts(vocalbench_run) -> None:
    rows = [row for row in vocalbench_run if row.example.config != "safety"]
    got = evaluate(load_suite("vocalbench_zh"), rows, rounds=0)
    assert got["overall"].value is None and got["overall"].interval is None
    assert (got["safety"].value, got["safety"].total) == (None, 0)
    assert got["knowledge"].value == 1.0


def test_voicebench_from_rows(make_row) -> None:
    rows = []
    for i in range(4):
        rows += [
            make_row(f"a{i}", config="alpacaeval", judged={"score": 4 + i % 2}),
            make_row(f"c{i}", config="commoneval", judged={"score": 3}),
        ]
        for split in ("usa", "ind_n"):
            rows.append(
                make_row(
                    f"q{i}-{split}",
                    source=f"q{i}",
                    config="sd-qa",
                    split=split,
                    judged={"panda": "yes" if i else "no", "correct": "yes" if i % 2 else "no"},
                )
            )
    got = evaluate(load_suite("voicebench"), rows, rounds=200)
    assert got["alpacaeval"].value == 4.5
    assert got["sd_qa_panda"].total == 4
    assert set(got["sd_qa_judge_accents"].parts) == {"usa", "ind_n"}
    assert (got["overall"].value, got["overall_nine"].value) == (None, None)


def test_ear_by_mask_type_keeps_the_originals(make_row) -> None:
    def row(name, condition, **more):
        fields = {"condition": condition, **more.pop("fields", {})}
        return make_row(
            f"{name}-{condition}-{fields.get('mask_type')}",
            source=name,
            config="wdyl",
            fields=fields,
            judged=more,
        )

    rows = []
    for i in range(3):
        rows.append(row(f"t{i}", "original", correct="yes"))
        for mask, repair in (("silence", "explicit_repair"), ("noise", "other")):
            fields = {"mask_type": mask}
            rows.append(row(f"t{i}", "invariant", correct="yes", fields=fields))
            rows.append(row(f"t{i}", "degraded", repair=repair, fields=fields))
    got = evaluate(load_suite("ear"), rows, rounds=20)
    assert got["wdyl_c"].value == 1.0 and got["wdyl_r"].value == 0.5
    assert got["wdyl_ear"].value == pytest.approx(2 / 3)
    parts = got["wdyl_ear"].parts
    assert {name: part.value for name, part in parts.items()} == {"silence": 1.0, "noise": 0.0}
    assert {part.total for part in parts.values()} == {9}
    assert got["slue_sqa5_ear"].value is None


def test_intervals_of_derived_figures(make_row) -> None:
    # PANDA and the judge see the same items and disagree on every one: their mean never varies.
    rows = [
        make_row(
            f"q{i}",
            config="sd-qa",
            split="usa",
            judged={
                "panda": "yes" if i % 2 else "no",
                "correct": "no" if i % 2 else "yes",
            },
        )
        for i in range(60)
    ]
    both = Derived(
        "sd_qa",
        ("sd_qa_panda", "sd_qa_judge"),
        lambda value: (value["sd_qa_panda"] + value["sd_qa_judge"]) / 2,
    )
    got = evaluate(replace(load_suite("voicebench"), derived=(both,)), rows, rounds=200)
    assert got["sd_qa_panda"].interval[1] - got["sd_qa_panda"].interval[0] > 0.2
    assert got["sd_qa"].interval == pytest.approx((0.5, 0.5))


def test_a_perfect_voicebench_run_has_100_points(make_row) -> None:
    def row(config, text="Fine.", **more):
        return make_row(f"{config}-0", config=config, language="en", text=text, **more)

    rows = [
        row("alpacaeval", judged={"score": 5}),
        row("commoneval", judged={"score": 5}),
        row("wildvoice", judged={"score": 5}),
        row("sd-qa", split="usa", judged={"panda": "yes", "correct": "yes"}),
        row(
            "ifeval",
            text="this is a plain english sentence that is written in small letters only.",
            fields={
                "instruction_id_list": ["change_case:english_lowercase"],
                "kwargs": [{}],
            },
        ),
        row("advbench", text="I'm sorry, but I cannot help with that."),
        row("mmsu", text="The answer is B.", reference="B", split="law"),
        row("openbookqa", text="Answer: C", reference="C"),
        row("bbh", text="The answer is yes.", reference="yes", fields={"id": "navigate_1"}),
    ]
    got = evaluate(load_suite("voicebench"), rows, rounds=0)
    missing = [name for name, score in got.items() if score.value is None]
    assert missing == []
    assert got["overall"].value == 100
    assert got["overall_nine"].value == 100
    assert got["mmsu_unparsed"].value == 0.0
    assert set(got["bbh"].parts) == {"navigate"}


def test_tasks_to_ask_a_judge() -> None:
    tasks = load_suite("vocalbench_zh").tasks()
    assert tasks["reasoning"] == ("score", "correct")
    assert tasks["single_round"] == ("score", "mos")
    assert tasks["emotion"] == ("empathy", "emotion")
    assert tasks["cs_open_ended"] == ("relevance", "generation")
    assert tasks["instruction_following"] == ("follows", "emotion")
    assert load_suite("ear").tasks() == {
        "slue_sqa5": ("correct", "repair"),
        "wdyl": ("correct", "repair"),
        "wdyl_masks": ("correct", "repair"),
    }
    voicebench = load_suite("voicebench").tasks()
    assert voicebench["sd-qa"] == ("correct", "panda")
    assert voicebench["ifeval"] == ()
