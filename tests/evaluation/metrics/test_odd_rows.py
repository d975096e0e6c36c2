"""Every metric on rows that real files hold: no text, blank text, emoji, references of any type."""

from __future__ import annotations

import itertools

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example, Judgement, Response, Row
from evaluation.metrics import METRICS
from evaluation.metrics._rows import TASKS
from evaluation.metrics.load import metric

TEXTS = [
    None,
    "",
    " \n",
    "😀",
    "👍🏽🇨🇳",
    "\x00",
    "\ud800",
    "答案是C，15:30 😀",
    "I can't 5",
    "5",
    "\u202e",
]
REFERENCES = [None, "", "C", "😀", "-5", 5, 0, 3.5, True, ["a", "b"], {"a": 1}, float("nan")]
FIELDS = [
    {},
    {"Category": None, "aliases": None, "choices": None, "Answer_zh": None},
    {"Category": 5, "aliases": [None, 5], "Score": None, "Answer_zh": 3, "answers": 7},
    {"category": "paralinguistic", "Sub-category": "with speed", "duration": "x", "Repeat_text": 5},
]


def judgements(score, category, raw):
    return {
        task: Judgement("q", task, "j", score=score, category=category, raw=raw) for task in TASKS
    }


JUDGED = [
    {},
    judgements(None, None, ""),
    judgements(float("nan"), "yes", "[]"),
    judgements(3.0, "yes", '{"angry": 0.5, "happy": true, "x": "y"}'),
]


@pytest.mark.parametrize("name", METRICS)
def test_an_odd_row_is_scored_missing_or_named(name):
    measure = metric(name).measure
    for text, reference, fields, judged in itertools.product(TEXTS, REFERENCES, FIELDS, JUDGED):
        example = Example(
            "q", "f", "c", "s", "请重复：你好", "zh", reference=reference, fields=fields
        )
        for response in (None, Response("q", text=text, asr_text="😀"), Response("q", text=text)):
            try:
                parts = measure(Row(example, response, judged))
            except VivavoceError as error:
                assert "q" in str(error)
                continue
            assert parts is None or all(isinstance(float(part), float) for part in parts)
            if response is None:
                assert parts is None
