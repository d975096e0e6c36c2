from __future__ import annotations

import json

import pytest

from evaluation.metrics.knowledge_released import (
    CS_ACCURACY_RELEASED,
    KNOWLEDGE_S2S_RELEASED,
    KNOWLEDGE_S2T_RELEASED,
)


def test_released_verdicts_row_by_row(shared, make_row) -> None:
    folder = shared / "sources" / "vocalbench-zh"

    def read(*parts):
        return json.loads(folder.joinpath(*parts).read_text("utf-8"))

    name = "chinese_knowledge.json"
    output = ("model_output", "qwen3-omni")
    answers = {r["Qid"]: r["Answer"] for r in read("json", name)}
    heard = {r["Qid"]: r["Response_hyp"] for r in read(*output, "json_asr", name)}
    for verdict in read(*output, "result", name):
        by_judge = not verdict["Explain"].startswith("答案位于回复中")
        said = verdict["Explain"].startswith("正确")
        row = make_row(
            verdict["Qid"],
            text=verdict["Response"],
            asr=heard[verdict["Qid"]],
            reference=answers[verdict["Qid"]],
            judged={"correct": "yes" if said else "no"} if by_judge else {},
        )
        assert KNOWLEDGE_S2T_RELEASED.measure(row) == (float(verdict["Correct"]), 1.0)
        understood = verdict["Correct"] and verdict["PER"] < 0.05
        assert KNOWLEDGE_S2S_RELEASED.measure(row) == (float(understood), 1.0)


def test_choices_of_the_script(make_row) -> None:
    def s2t(text, reference, judged=None):
        return KNOWLEDGE_S2T_RELEASED.measure(
            make_row(text=text, reference=reference, judged=judged or {})
        )

    assert s2t("手拇指", "手") == (1.0, 1.0)
    assert s2t("十二个", "12个", {"correct": None}) == (0.0, 1.0)
    assert s2t("十二个", "12个") is None


@pytest.mark.parametrize(
    ("text", "value"), [("他叫波特", 1.0), ("HARRY POTTER", 1.0), ("他叫罗恩", 0.0)]
)
def test_a_part_of_a_name_is_enough(make_row, text, value) -> None:
    fields = {"Answer_zh": "哈利·波特", "Answer_en": "Harry Potter"}
    row = make_row(text=text, fields=fields, judged={"correct": "no"})
    assert CS_ACCURACY_RELEASED.measure(row) == (value, 1.0)
