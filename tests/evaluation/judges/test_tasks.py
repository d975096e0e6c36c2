from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from evaluation.contracts import Row
from evaluation.judges.tasks import KINDS, tasks_of
from evaluation.metrics._rows import TASKS
from evaluation.suites import SUITES, load_suite

ALL = ("score", "correct", "repair", "mos", "emotion", "panda")
Tasks = Callable[..., tuple[str, ...]]


@pytest.fixture
def tasks(make_row: Callable[..., Row]) -> Tasks:
    def find(config: str, wanted: tuple[str, ...] = ALL, **row: Any) -> tuple[str, ...]:
        return tasks_of(make_row(config=config, **row), {config: wanted})

    return find


def test_every_judged_task_is_one_that_metrics_read() -> None:
    assert set(KINDS) | {"panda", "mos", "emotion"} == set(TASKS)


@pytest.mark.parametrize("row", [{"respond": False}, {"text": None}, {"text": " "}, {"error": "x"}])
def test_no_answer_is_not_judged(row: Any, tasks: Tasks) -> None:
    assert tasks("alpacaeval", **row) == ()


def test_what_is_measured_is_not_asked_of_a_judge_of_texts(
    tasks: Tasks, make_row: Callable[..., Row]
) -> None:
    assert tasks("alpacaeval") == ("score", "correct", "repair")
    assert tasks("alpacaeval", wanted=("emotion", "score")) == ("score",)
    assert tasks_of(make_row(config="other"), {"alpacaeval": ALL}) == ()


@pytest.mark.parametrize(
    ("category", "asked"),
    [("causal", ("score",)), ("Story", ("score",)), ("math", ("correct",)), (None, ("correct",))],
)
def test_reasoning_is_scored_where_several_answers_are_good(
    category: str | None, asked: tuple[str, ...], tasks: Tasks
) -> None:
    fields = {"Category": category}
    assert tasks("reasoning", wanted=("score", "correct"), fields=fields) == asked


@pytest.mark.parametrize(
    ("condition", "text", "asked"),
    [
        ("degraded", "Pardon?", ("repair",)),
        ("degraded", "It is Chicago.", ("repair",)),
        ("original", "I do not know.", ("correct",)),
        ("original", "Perhaps Chicago.", ("correct",)),
        ("original", "Chicago.", ()),
        ("invariant", "Chicago", ()),
    ],
)
@pytest.mark.parametrize("config", ["wdyl", "slue_sqa5"])
def test_repair_is_asked_of_degraded_rows_and_an_exact_answer_of_nobody(
    condition: str, text: str, asked: tuple[str, ...], config: str, tasks: Tasks
) -> None:
    row = {"text": text, "reference": "Chicago", "language": "en"}
    wanted = ("correct", "repair")
    assert tasks(config, wanted=wanted, fields={"condition": condition}, **row) == asked


def test_knowledge_is_asked_only_where_the_reference_is_not_in_the_answer(tasks: Tasks) -> None:
    given = {"wanted": ("correct",), "reference": "长江"}
    assert tasks("chinese_knowledge", text="是长江。", **given) == ()
    assert tasks("chinese_knowledge", text="是黄河。", **given) == ("correct",)


@pytest.mark.parametrize("name", SUITES)
def test_every_config_of_a_suite_names_known_tasks(name: str) -> None:
    for wanted in load_suite(name).tasks().values():
        assert set(wanted) <= set(TASKS)
