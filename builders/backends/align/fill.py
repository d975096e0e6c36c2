"""Times for words that an aligner left without, by a stated rule."""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from builders.backends.align.tokens import Token
from builders.errors import BackendError
from builders.item import Word

_SHORTEST = 0.02


@dataclass(frozen=True)
class Placed:
    """Times that an aligner found for one word.

    Attributes:
        start: Start in seconds.
        end: End in seconds, or ``None``.
        score: Confidence in [0, 1], or ``None``.
    """

    start: float
    end: float | None = None
    score: float | None = None


def fill(
    placed: Sequence[Placed | None], tokens: Sequence[Token], seconds: float
) -> tuple[Word, ...]:
    """Give every word a start and an end.

    Words without times share the gap between their neighbours in proportion to their numbers of
    characters; where there is no gap they share the word before (or after) as well. A word without
    an end lasts until the next start. Where an aligner jumps back in time, the longest run of
    words in the right order is believed and the others count as words without times. Every word
    that got a time by rule is marked ``filled``.

    Args:
        placed: Found times, one a token.
        tokens: Words of the transcript.
        seconds: Duration of the audio.

    Returns:
        Words in the order of the text: each starts where or after the one before ends, and
        ``start < end``.

    Raises:
        BackendError: Not one word has a time inside the audio.
    """
    if len(placed) != len(tokens):
        raise BackendError(f"the aligner gave {len(placed)} times for {len(tokens)} words")
    found = _in_order(placed, seconds)
    if all(p is None for p in found):
        raise BackendError("the aligner found none of the words in the audio")
    times = _bounded(found, seconds)
    by_rule = [p is None or p.end is None for p in found]
    for begin, stop in _missing(found):
        left = times[begin - 1][1] if begin else 0.0
        right = times[stop][0] if stop < len(tokens) else seconds
        if right - left < _SHORTEST * (stop - begin):
            if begin:
                begin -= 1
                left = times[begin][0]
            else:
                right = times[stop][1]
                stop += 1
        sizes = np.array([max(1, token.end - token.begin) for token in tokens[begin:stop]])
        edges = left + (right - left) * np.concatenate([[0.0], np.cumsum(sizes) / sizes.sum()])
        for i in range(begin, stop):
            times[i] = (float(edges[i - begin]), float(edges[i - begin + 1]))
            by_rule[i] = True
    scores = [None if p is None else p.score for p in found]
    return tuple(
        Word(
            text=token.text,
            start=round(start, 5),
            end=round(end, 5),
            score=None if score is None else round(score, 4),
            span=(token.begin, token.end),
            filled=rule,
        )
        for token, (start, end), score, rule in zip(tokens, times, scores, by_rule, strict=True)
    )


def _in_order(placed: Sequence[Placed | None], seconds: float) -> list[Placed | None]:
    """Leave out what lies outside the audio, and what breaks the longest rising run of starts."""
    inside = [
        i for i, p in enumerate(placed) if p is not None and 0.0 <= p.start < seconds - _SHORTEST
    ]
    before: dict[int, int | None] = {}
    tails: list[int] = []
    for i in inside:
        start = _start(placed[i])
        rank = bisect.bisect_left([_start(placed[k]) for k in tails], start)
        before[i] = tails[rank - 1] if rank else None
        tails[rank:] = [i] if rank == len(tails) else [i, *tails[rank + 1 :]]
    kept = set()
    at = tails[-1] if tails else None
    while at is not None:
        kept.add(at)
        at = before[at]
    return [p if i in kept else None for i, p in enumerate(placed)]


def _start(placed: Placed | None) -> float:
    assert placed is not None
    return placed.start


def _bounded(found: Sequence[Placed | None], seconds: float) -> list[tuple[float, float]]:
    """Start and end of the found words, none past the next start; (nan, nan) for the others."""
    times = []
    limit = seconds
    for p in reversed(found):
        if p is None:
            times.append((math.nan, math.nan))
            continue
        end = limit if p.end is None or p.end <= p.start else min(p.end, limit)
        times.append((p.start, end))
        limit = p.start
    return times[::-1]


def _missing(found: Sequence[Placed | None]) -> list[tuple[int, int]]:
    """Runs of words without times, as (first, after last)."""
    runs, begin = [], None
    for i, p in enumerate([*found, Placed(0.0)]):
        if p is None and begin is None:
            begin = i
        elif p is not None and begin is not None:
            runs.append((begin, i))
            begin = None
    return runs
