"""Take the audible edge of an answer into its span."""

from __future__ import annotations

import numpy as np

from builders.backends.align.ends import levels
from builders.masking.span import Span

REACH = 0.04
"""Farthest that an edge moves, in seconds: the accuracy asked of masked spans."""

_HOP = 0.005
_DROP_DB = 25.0


def audible(
    samples: np.ndarray, sampling_rate: int, spans: list[Span], reach: float = REACH
) -> list[Span]:
    """Move the edges of spans outwards to where the sound begins and dies away.

    Word times of an aligner, and durations of a speech engine too, set in some 20 ms after the
    first sound that follows a pause: enough for the burst of a "t" to be heard. An edge moves only
    where quiet is met within reach, so that no part of a neighbouring word is taken.

    Args:
        samples: Mono, shape ``(frames,)``.
        sampling_rate: In Hz.
        spans: Spans in seconds.
        reach: Farthest that an edge moves, in seconds.

    Returns:
        One span each, never shorter.
    """
    level = levels(samples, sampling_rate)
    return [_grown(level, span, samples.size / sampling_rate, reach) for span in spans]


def _grown(level: np.ndarray, span: Span, seconds: float, reach: float) -> Span:
    first = min(round(span.start / _HOP), level.size - 1)
    last = min(round(span.end / _HOP), level.size - 1)
    threshold = level[first : last + 1].max() - _DROP_DB
    steps = round(reach / _HOP)
    start = first - _run(level[max(0, first - steps) : first + 1][::-1] >= threshold)
    end = last + _run(level[last : last + steps + 1] >= threshold)
    return Span(
        # Levels stand on a grid, so that a step may lead beyond the reach.
        round(max(0.0, span.start - reach, min(span.start, start * _HOP)), 5),
        round(min(seconds, span.end + reach, max(span.end, end * _HOP)), 5),
        span.text,
    )


def _run(loud: np.ndarray) -> int:
    """Steps until quiet; 0 where none comes within reach."""
    quiet = np.flatnonzero(~loud)
    return int(quiet[0]) if quiet.size else 0
