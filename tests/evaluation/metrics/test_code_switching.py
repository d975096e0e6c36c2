from __future__ import annotations

import pytest

from evaluation.metrics.code_switching import (
    CS_ACCURACY,
    CS_GENERATION,
    CS_LSA,
    CS_PRESERVE_RATE,
    CS_UNDERSTANDING,
    dominant_language,
)
from evaluation.score import score


@pytest.fixture
def pair(make_row):
    def make(name, mixed, english):
        fields = {"Answer_zh": "盐湖城", "Answer_en": "Salt Lake City"}
        return [
            make_row(f"cs-{name}", source=name, config="cs_knowledge", fields=fields, **mixed),
            make_row(
                f"en-{name}",
                source=name,
                config="cs_knowledge_en",
                fields={"Answer": "Salt Lake City"},
                **english,
            ),
        ]

    return make


def test_either_reference_or_the_judge(pair) -> None:
    texts = ["在盐湖城", "在salt lake city。", "在犹他州"]
    got = [CS_ACCURACY.measure(pair("a", {"text": t}, {})[0]) for t in texts]
    assert got == [(1.0, 1.0), (1.0, 1.0), None]
    judged = {"text": "在犹他州", "judged": {"correct": "no"}}
    assert CS_ACCURACY.measure(pair("a", judged, {})[0]) == (0.0, 1.0)


def test_preserve_rate(pair) -> None:
    right, wrong = {"text": "Salt Lake City"}, {"text": "不知道", "judged": {"correct": "no"}}
    rows = [*pair("a", right, right), *pair("b", wrong, right), *pair("c", wrong, wrong)]
    got = score(CS_PRESERVE_RATE, rows)
    assert got.value == pytest.approx((1 / 3) / (2 / 3))
    assert got.n == 6
    assert score(CS_PRESERVE_RATE, pair("a", right, wrong)).value is None
    assert score(CS_PRESERVE_RATE, rows[:1]).value is None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Mormon church的总部位于美国哪个城市？", "zh"),
        ("The Mormon church is in 盐湖城", "en"),
        ("你好 hello world", None),
        ("", None),
    ],
)
def test_dominant_language(text, language) -> None:
    assert dominant_language(text) == language


def test_lsa(make_row) -> None:
    prompt = "Mormon church的总部位于美国哪个城市？"

    def lsa(text):
        return CS_LSA.measure(make_row(prompt=prompt, text=text))

    assert lsa("位于Salt Lake City这座城市") == (1.0, 1.0)
    assert lsa("It is in Salt Lake City.") == (0.0, 1.0)
    assert lsa("1830") == (0.0, 0.0)
    assert lsa("") is None


def test_open_ended(make_row) -> None:
    rows = [
        make_row(str(i), judged={"relevance": r, "generation": g})
        for i, (r, g) in enumerate([(5, 4), (4, 5), (3, 3), (1, 1)])
    ]
    assert score(CS_UNDERSTANDING, rows).value == 0.5
    assert score(CS_GENERATION, rows).value == 3.25
