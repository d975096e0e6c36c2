from __future__ import annotations

import pytest

from evaluation.metrics.knowledge import KNOWLEDGE_S2S, KNOWLEDGE_S2T

LONG = "以武术闻名的佛教寺院是少林寺，它位于河南省登封市"


def test_keyword_then_judge(make_row) -> None:
    def s2t(text, **more):
        return KNOWLEDGE_S2T.measure(make_row(text=text, reference="少林", **more))

    assert s2t("是少林寺") == (1.0, 1.0)
    assert s2t("是少林寺", judged={"correct": "no"}) == (1.0, 1.0)
    assert s2t("是嵩山那一座", judged={"correct": "yes"}) == (1.0, 1.0)
    assert s2t("不知道", judged={"correct": "no"}) == (0.0, 1.0)
    assert s2t("不知道") is None
    assert s2t("不知道", judged={"correct": None}) is None


@pytest.mark.parametrize(
    ("text", "asr", "said", "value"),
    [
        (LONG, LONG, None, 1.0),
        (LONG, LONG.replace("登封", "东方"), None, 0.0),  # 2 of 22 syllables
        ("不知道", "不知道", "no", 0.0),
        (LONG, None, None, None),
        ("不知道", None, "no", None),  # else failures alone would be counted
        ("不知道", "不知道", None, None),
    ],
)
def test_speech_must_be_understood(make_row, text, asr, said, value) -> None:
    judged = {"correct": said} if said else {}
    row = make_row(text=text, asr=asr, reference="少林", judged=judged)
    got = KNOWLEDGE_S2S.measure(row)
    assert (None if got is None else got[0]) == value
