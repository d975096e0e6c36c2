from __future__ import annotations

from evaluation.metrics.rtf import FIRST_AUDIO, FIRST_TOKEN, RTF
from evaluation.score import score


def test_sum_over_sum_and_missing(make_row) -> None:
    rows = [
        make_row("a", seconds=1.0, duration=10.0),
        make_row("b", seconds=5.0, duration=2.0),
        make_row("c", seconds=5.0),
        make_row("d", seconds=5.0, duration=0.0),
        make_row("e", seconds=5.0, duration=2.0, error="time-out"),
        make_row("f", respond=False),
    ]
    got = score(RTF, rows)
    assert (got.value, got.n, got.total) == (0.5, 2, 6)


def test_latency(make_row) -> None:
    rows = [make_row("a", first_token=0.25, first_audio=0.5), make_row("b", first_token=0.75)]
    assert score(FIRST_TOKEN, rows).value == 0.5
    audio = score(FIRST_AUDIO, rows)
    assert (audio.value, audio.n, audio.unit) == (0.5, 1, "seconds")
