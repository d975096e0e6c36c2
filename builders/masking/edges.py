"""Take the audible edge of an answer into its span."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from builders.backends.align.ends import levels
from builders.item import Word
from builders.masking.span import Span

REACH = 0.04
"""Farthest that an edge moves, in seconds: the accuracy asked of masked spans."""

REACH_INTO_PAUSE = 0.1
"""Farthest that a start moves back into a pause before it, in seconds."""

_HOP = 0.005
_DROP_DB = 25.0


def audible(
    samples: np.ndarray, sampling_rate: int, spans: Sequence[Span], words: Sequence[Word] = ()
) -> list[Span]:
    """Move the edges of spans outwards to where the sound begins and dies away.

    Durations of a speech engine set in some 20 ms after the first sound that follows a pause, word
    times of recordings up to 90 ms: enough for a "t", or half a vowel, to be heard. An edge moves
    only where quiet is met within reach, so that no part of a neighbouring word is taken. The reach
    is :data:`REACH`, or for a start that was aligned :data:`REACH_INTO_PAUSE` where a pause is that
    long.

    Args:
        samples: Mono, shape ``(frames,)``.
        sampling_rate: In Hz.
        spans: Spans in seconds.
        words: Words of the recording, between which the pauses lie.

    Returns:
        One span each, never shorter.
    """
    level = levels(samples, sampling_rate)
    seconds = samples.size / sampling_rate
    return [_grown(level, span, seconds, _pause(span, words)) for span in spans]


def _pause(span: Span, words: Sequence[Word]) -> float:
    """Seconds without a word before a span; 0 where nothing was aligned, as with durations."""
    if all(w.score in (None, 1.0) for w in words):
        return 0.0
    return span.start - max((w.end for w in words if w.start < span.start), default=0.0)


def _grown(level: np.ndarray, span: Span, seconds: float, pause: float) -> Span:
    first = min(round(span.start / _HOP), level.size - 1)
    last = min(round(span.end / _HOP), level.size - 1)
    threshold = level[first : last + 1].max() - _DROP_DB
    back = max(REACH, min(pause, REACH_INTO_PAUSE))
    start = first - _run(level[max(0, first - round(back / _HOP)) : first + 1][::-1] >= threshold)
    end = last + _run(level[last : last + round(REACH / _HOP) + 1] >= threshold)
    return Span(
        # Levels stand on a grid, so that a step may lead beyond the reach.
        round(max(0.0, span.start - back, min(span.start, start * _HOP)), 5),
        round(min(seconds, span.end + REACH, max(span.end, end * _HOP)), 5),
        span.text,
    )


def _run(loud: np.ndarray) -> int:
    """Steps until quiet; 0 where none comes within reach."""
    quiet = np.flatnonzero(~loud)
    return int(quiet[0]) if quiet.size else 0
