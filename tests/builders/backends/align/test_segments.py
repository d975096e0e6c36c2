import itertools

import pytest

from builders.backends.align.segments import Segment, cut, cut_at_pauses
from builders.backends.align.tokens import tokenise
from builders.item import Word


def said(*times):
    return [Word(text="w", start=a, end=b) for a, b in times]


def test_short_audio_is_one_segment():
    import numpy as np

    tokens = tokenise("one two")
    assert cut(np.zeros(16_000), 16_000, "one two", tokens, "en", 30.0) == [Segment(0.0, 1.0, 0, 2)]


def test_cut_in_the_longest_pause_of_the_second_half():
    words = said((0, 1), (1.5, 4), (4.1, 6), (6.8, 8), (8.1, 9.5), (10.5, 12), (12, 15))
    segments = cut_at_pauses(words, 15.0, 10.0)
    assert segments == [Segment(0.0, 10.0, 0, 5), Segment(10.0, 15.0, 5, 7)]


def test_a_word_longer_than_a_segment_is_not_cut():
    words = said((0, 12), (12, 13))
    assert cut_at_pauses(words, 14.0, 5.0) == [Segment(0.0, 12.0, 0, 1), Segment(12.0, 14.0, 1, 2)]


@pytest.mark.parametrize("longest", [3.0, 7.0, 20.0])
def test_segments_cover_all_words_and_all_audio(longest):
    words = said(*[(i + 0.1, i + 0.8) for i in range(60)])
    segments = cut_at_pauses(words, 60.0, longest)
    assert segments[0].start == 0.0 and segments[-1].end == 60.0
    assert segments[0].first == 0 and segments[-1].stop == 60
    for one, two in itertools.pairwise(segments):
        assert one.end == two.start and one.stop == two.first
    assert all(s.end - s.start <= longest for s in segments)
