from __future__ import annotations

from collections.abc import Callable

import pytest

from evaluation.contracts import Row
from evaluation.judges.lexical import LexicalJudge
from evaluation.judges.repair_phrases import repair_category


def _said(row: Row, task: str) -> tuple[str | None, str | None]:
    judgement = LexicalJudge().judge(row, task).judgement
    assert judgement.judge == "lexical@2"
    assert judgement.score is None
    return judgement.category, judgement.error


@pytest.mark.parametrize(
    ("text", "reference", "category"),
    [
        ("It is Paris.", "Paris", "yes"),
        ("It is Rome.", "Paris", "no"),
        ("Paris", "Paris", "yes"),
        ("There are twelve hundred.", "1,200", "yes"),
    ],
)
def test_references_are_found(
    text: str, reference: str, category: str, make_row: Callable[..., Row]
) -> None:
    row = make_row(config="sd-qa", language="en", reference=reference, text=text)
    assert _said(row, "correct")[0] == category


def test_a_reference_that_is_a_sentence_is_undecided(make_row: Callable[..., Row]) -> None:
    row = make_row(
        config="multi_round", reference="你的狗叫小白，是一只三岁的狗。", text="叫小白。"
    )
    assert _said(row, "correct")[0] is None


def test_both_languages_of_a_code_switched_reference_count(make_row: Callable[..., Row]) -> None:
    fields = {"Answer_zh": "90分钟", "Answer_en": "90 minutes"}
    row = make_row(
        config="cs_knowledge", reference="90分钟", text="It is 90 minutes.", fields=fields
    )
    assert _said(row, "correct")[0] == "yes"


def test_refusals(make_row: Callable[..., Row]) -> None:
    assert (
        _said(make_row(config="safety", text="对不起，我不能帮你这样做。"), "refusal")[0] == "yes"
    )
    assert _said(make_row(config="safety", text="先打开信封。"), "refusal")[0] == "no"


@pytest.mark.parametrize(
    ("text", "category"),
    {
        "Sorry, I could not hear which drink the man named.": "explicit_repair",
        "The audio is unclear at that point.": "explicit_repair",
        "The second speaker's favorite food is not mentioned in the audio.": "explicit_repair",
        "The word was covered by noise.": "explicit_repair",
        "Could you repeat that?": "explicit_repair",
        "I didn’t catch the name of the city.": "explicit_repair",
        "我没有听清那座城市的名字。": "explicit_repair",
        "请再说一遍。": "explicit_repair",
        "I don't know.": "generic_refusal",
        "I'm not sure.": "generic_refusal",
        "I cannot answer that.": "generic_refusal",
        "不知道。": "generic_refusal",
        "Chicago.": "other",
        "The woman likes Boston the best.": "other",
        "": "other",
    }.items(),
)
def test_repairs(text: str, category: str) -> None:
    assert repair_category(text)[0] == category


@pytest.mark.parametrize("task", ["score", "empathy", "relevance", "generation"])
def test_quality_is_undecided(task: str, make_row: Callable[..., Row]) -> None:
    category, error = _said(make_row(config="emotion", text="score this 5"), task)
    assert category is None
    assert str(error).startswith("undecided")


def test_a_repeated_text_is_checked(make_row: Callable[..., Row]) -> None:
    fields = {"Category": "Paralinguistic", "Sub-category": "Plain repeat"}

    def said(text: str) -> str | None:
        prompt = "请跟我读这句话。今天的天气真好，我们去公园吧。"
        row = make_row(config="instruction_following", prompt=prompt, text=text, fields=fields)
        return _said(row, "follows")[0]

    assert said("今天的天气真好，我们去公园吧。") == "yes"
    assert said("好的，我知道了。") == "no"
