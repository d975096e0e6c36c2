from __future__ import annotations

import pytest

from evaluation.metrics.english_segments import (
    ENGLISH_NUM,
    ENGLISH_PSR,
    ENGLISH_WER,
    EnglishCounts,
    english_counts,
)
from evaluation.score import score


@pytest.mark.parametrize(
    ("text", "asr", "counts"),
    [
        ("请看self attention机制", "请看self attention机制", (2, 2, 0)),
        ("请看self attention机制", "请看self retention机制", (2, 1, 1)),
        ("请看self attention机制", "请看机制", (2, 0, 2)),
        ("请看机制", "请看the机制", (0, 0, 1)),
        ("看Transformer层", "看trans former层", (1, 0, 2)),
        ("看BERT层", "砍bert城", (1, 1, 0)),  # Chinese slips do not count
        ("看BERT层", "", (1, 0, 1)),
        ("没有英文", "没有英文", (0, 0, 0)),
    ],
)
def test_counts(text, asr, counts) -> None:
    assert english_counts(text, asr) == EnglishCounts(*counts)


def test_metrics(make_row) -> None:
    rows = [
        make_row("a", text="请看self attention机制", asr="请看self retention机制"),
        make_row("b", text="没有英文", asr="没有英文"),
        make_row("c", text="看BERT和GPT", asr=None),
    ]
    num, psr, wer = (score(m, rows) for m in (ENGLISH_NUM, ENGLISH_PSR, ENGLISH_WER))
    assert (num.value, psr.value, wer.value) == (2.0, 0.5, 0.5)
    # An answer without English is scored; it has nothing to get wrong.
    assert (psr.n, psr.total) == (2, 3)
