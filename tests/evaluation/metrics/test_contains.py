from __future__ import annotations

import pytest

from evaluation.metrics.contains import contains_keyword

YES = [
    ("以武术闻名的是**少林寺**。", "少林"),
    ("答案是Ｓｈａｎｇｈａｉ。", "shanghai"),
    ("一共有１２个", "12个"),
    ("一共有十二个", "12个"),
    ("大约五十分之一", "1/50"),
    ("他生于2014年", "二〇一四年"),
    ("答案：顺", "顺"),
    ("谜底是“顺”字？不，是：顺。", "顺"),
    ("选 5。", "五"),
    ("It is Salt Lake City.", "salt lake city"),
    ("盐湖城（Salt Lake City）", "Salt Lake City"),
    ("It is 90 minutes.", "90 minutes"),
    ("共13公里", "13"),
    ("共有二百零六块骨头", "206"),
    ("二百", "200"),
    ("一共两千人", "二千人"),
    ("在一九四九年", "1949"),
    ("成立于2008", "2008年"),
    ("1949年", "1949"),
]
NO = [
    ("今天一切顺利", "顺"),
    ("五十个", "五"),
    ("约 0.5 寸", "五"),
    ("5% 的人", "五"),
    ("在 15:30", "五"),
    ("the category is", "cat"),
    ("cats", "cat"),
    ("It is 190 minutes.", "90 minutes"),
    ("1,990 minutes", "990 minutes"),
    ("有113个", "13"),
    ("13.5 km", "13"),
    ("在一九四九年", "1948"),
    ("北京", "上海"),
    ("什么都没有", "。"),
    ("", "少林"),
]


@pytest.mark.parametrize(("text", "reference"), YES)
def test_found(text, reference) -> None:
    assert contains_keyword(text, reference)


@pytest.mark.parametrize(("text", "reference"), NO)
def test_not_found(text, reference) -> None:
    assert not contains_keyword(text, reference)


def test_released_verdicts_of_one_model(shared) -> None:
    import json

    folder = shared / "sources" / "vocalbench-zh"
    references = json.loads((folder / "json" / "chinese_knowledge.json").read_text("utf-8"))
    result = folder / "model_output" / "qwen3-omni" / "result" / "chinese_knowledge.json"
    answers = {r["Qid"]: r["Answer"] for r in references}
    for row in json.loads(result.read_text("utf-8")):
        by_keyword = row["Explain"].startswith("答案位于回复中")
        if len(answers[row["Qid"]]) == 1:
            # 手 stands inside 手拇指, which is another place: a judge has to see it.
            by_keyword = False
        assert contains_keyword(row["Response"], answers[row["Qid"]]) == by_keyword, row["Qid"]
