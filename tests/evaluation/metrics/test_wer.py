from __future__ import annotations

import pytest

from evaluation.metrics.wer import CER, WER
from evaluation.score import score


def test_wer_is_sum_over_sum(make_row) -> None:
    rows = [
        make_row("a", text="It cost fifty dollars.", asr="it cost 50 dollars"),
        make_row("b", text="Don't go", asr="do not know"),
        make_row("c", text="Silence", asr=""),
        make_row("d", text="not transcribed", asr=None),
    ]
    got = score(WER, rows)
    assert got.value == pytest.approx(2 / 8)  # do not go | know, and silence
    assert (got.n, got.total) == (3, 4)


def test_cer_counts_characters(make_row) -> None:
    assert CER.measure(make_row(text="用了五十块。", asr="用了50块")) == (0.0, 5.0)
    assert CER.measure(make_row(text="他去", asr="她去")) == (1.0, 2.0)
