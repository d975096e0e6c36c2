"""Cut a long recording of a known text at pauses, so that a heavy model sees short pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from builders.backends.align.tokens import Token
from builders.item import Word


@dataclass(frozen=True)
class Segment:
    """A stretch of audio and the words said in it.

    Attributes:
        start: In seconds.
        end: In seconds.
        first: Index of its first word.
        stop: Index after its last word.
    """

    start: float
    end: float
    first: int
    stop: int


def cut(
    samples: np.ndarray,
    sampling_rate: int,
    text: str,
    tokens: Sequence[Token],
    language: str,
    longest: float,
) -> list[Segment]:
    """Cut into segments of at most ``longest`` seconds.

    Short audio is one segment. Otherwise the embedded aligner finds the words, and cuts are made
    in the longest pauses.

    Args:
        samples: Mono, shape ``(frames,)``.
        sampling_rate: In Hz.
        text: The transcript.
        tokens: Its words.
        language: ``en`` or ``zh``.
        longest: In seconds.

    Returns:
        Segments that cover the audio and the words, in order.

    Raises:
        BackendError: The embedded aligner finds that text and audio do not fit.
    """
    seconds = samples.size / sampling_rate
    if seconds <= longest:
        return [Segment(0.0, seconds, 0, len(tokens))]
    from builders.backends.align.ctc import CTCAligner

    words = CTCAligner().align(samples, sampling_rate, text, language)
    return cut_at_pauses(words, seconds, longest)


def cut_at_pauses(words: Sequence[Word], seconds: float, longest: float) -> list[Segment]:
    """Cut between words, where the pause in the second half of the allowed length is longest.

    Args:
        words: Words with their times.
        seconds: Duration of the audio.
        longest: Longest segment, in seconds; a single pause or word may exceed it.
    """
    segments: list[Segment] = []
    start, first = 0.0, 0
    while seconds - start > longest and first < len(words) - 1:
        after = range(first + 1, len(words))
        within = [i for i in after if (words[i - 1].end + words[i].start) / 2 <= start + longest]
        late = [i for i in within if words[i].start >= start + longest / 2] or within[-1:]
        chosen = max(late, key=lambda i: words[i].start - words[i - 1].end, default=first + 1)
        place = (words[chosen - 1].end + words[chosen].start) / 2
        segments.append(Segment(start, place, first, chosen))
        start, first = place, chosen
    segments.append(Segment(start, seconds, first, len(words)))
    return segments
