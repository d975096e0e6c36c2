import numpy as np
import pytest

from builders.item import Word
from builders.masking.edges import audible
from builders.masking.span import Span

RATE = 16_000


def tone(*parts):
    """Alternating stretches of (seconds, amplitude)."""
    return np.concatenate(
        [a * np.sin(2 * np.pi * 300 * np.arange(round(s * RATE)) / RATE) for s, a in parts]
    )


def grown(samples, start, end, words=()):
    (span,) = audible(samples, RATE, [Span(start, end, "tea")], words)
    return span.start, span.end


def test_edges_reach_the_first_and_last_sound():
    samples = tone((0.5, 0.0), (0.5, 0.3), (0.5, 0.0))
    # The level is measured over 20 ms, so quiet begins up to 10 ms after the sound ends.
    assert grown(samples, 0.52, 0.97) == pytest.approx((0.49, 1.01), abs=0.006)


def test_no_part_of_a_neighbour_is_taken():
    samples = tone((1.5, 0.3))
    assert grown(samples, 0.52, 0.97) == (0.52, 0.97)


def test_an_edge_farther_than_the_reach_stays():
    samples = tone((0.5, 0.0), (0.5, 0.3), (0.5, 0.0))
    assert grown(samples, 0.6, 0.9) == (0.6, 0.9)


def test_a_start_after_a_pause_reaches_farther():
    samples = tone((0.2, 0.3), (0.3, 0.0), (0.5, 0.3), (0.5, 0.0))
    words = [
        Word(text="hot", start=0.0, end=0.21, score=0.9),
        Word(text="tea", start=0.58, end=1.0, score=0.8),
    ]
    assert grown(samples, 0.58, 1.0, words)[0] == pytest.approx(0.49, abs=0.006)
    # The first word of a recording follows a pause as well.
    assert grown(samples, 0.58, 1.0, words[1:])[0] == pytest.approx(0.49, abs=0.006)


def test_a_start_without_a_pause_does_not():
    samples = tone((0.2, 0.3), (0.3, 0.0), (0.5, 0.3), (0.5, 0.0))
    words = [
        Word(text="hot", start=0.0, end=0.56, score=0.9),
        Word(text="tea", start=0.58, end=1.0, score=0.8),
    ]
    assert grown(samples, 0.58, 1.0, words)[0] == 0.58


def test_durations_of_a_speech_engine_are_kept_to():
    samples = tone((0.2, 0.3), (0.3, 0.0), (0.5, 0.3), (0.5, 0.0))
    words = [
        Word(text="hot", start=0.0, end=0.21, score=1.0),
        Word(text="tea", start=0.58, end=1.0, score=1.0),
    ]
    assert grown(samples, 0.58, 1.0, words)[0] == 0.58


def test_spans_are_never_shorter():
    samples = tone((0.5, 0.0), (0.5, 0.3), (0.5, 0.0))
    assert grown(samples, 0.3, 1.2) == (0.3, 1.2)


def test_at_the_edges_of_the_clip():
    samples = tone((0.5, 0.3))
    assert grown(samples, 0.0, 0.5) == (0.0, 0.5)


@pytest.mark.parametrize("start", [0.5124, 0.5249, 0.5324])
def test_no_edge_moves_farther_than_the_reach(start):
    samples = tone((0.5, 0.0), (0.5, 0.3), (0.5, 0.0))
    moved, _ = grown(samples, start, 0.97)
    assert start - moved <= 0.04 + 1e-5
