"""What a model loses by listening: the same metric on text and on speech (VoiceBench, table 3)."""

from __future__ import annotations

from collections.abc import Iterable

from evaluation.contracts import Metric, Row
from evaluation.stats.paired import Paired, compare


def text_speech_gap(
    metric: Metric,
    text: Iterable[Row],
    speech: Iterable[Row],
    *,
    seed: int = 0,
    rounds: int = 1000,
) -> Paired:
    """Text value minus speech value over the items answered both ways.

    Side ``a`` of the result is speech, side ``b`` is text.
    """
    return compare(metric, speech, text, seed=seed, rounds=rounds)
