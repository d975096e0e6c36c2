import pytest

from builders.backends.align.fill import Placed, fill
from builders.backends.align.tokens import tokenise
from builders.errors import BackendError


def filled(text, placed, seconds=4.0):
    return [(w.text, w.start, w.end, w.filled) for w in fill(placed, tokenise(text), seconds)]


def test_all_known():
    words = fill([Placed(0.5, 1.0, 0.9), Placed(1.0, 2.0, 0.8)], tokenise("in Rome"), 3.0)
    assert [(w.start, w.end, w.score, w.span, w.filled) for w in words] == [
        (0.5, 1.0, 0.9, (0, 2), False),
        (1.0, 2.0, 0.8, (3, 7), False),
    ]


def test_missing_words_share_the_gap_by_their_characters():
    # "2014" has four characters, "is" two: they share the gap from 1 s to 2.2 s.
    assert filled("in 2014 is it", [Placed(0.5, 1.0), None, None, Placed(2.2, 2.5)]) == [
        ("in", 0.5, 1.0, False),
        ("2014", 1.0, 1.8, True),
        ("is", 1.8, 2.2, True),
        ("it", 2.2, 2.5, False),
    ]


def test_without_a_gap_the_word_before_is_shared():
    assert filled("ab cd ef", [Placed(1.0, 2.0), None, Placed(2.0, 3.0)]) == [
        ("ab", 1.0, 1.5, True),
        ("cd", 1.5, 2.0, True),
        ("ef", 2.0, 3.0, False),
    ]


def test_without_a_gap_at_the_start_the_word_after_is_shared():
    assert filled("ab cd", [None, Placed(0.0, 2.0)]) == [
        ("ab", 0.0, 1.0, True),
        ("cd", 1.0, 2.0, True),
    ]


def test_missing_last_words_reach_to_the_end():
    assert filled("ab cd", [Placed(1.0, 2.0), None]) == [
        ("ab", 1.0, 2.0, False),
        ("cd", 2.0, 4.0, True),
    ]


def test_a_word_without_an_end_lasts_until_the_next():
    assert filled("ab cd", [Placed(1.0), Placed(2.0, 3.0)])[0] == ("ab", 1.0, 2.0, True)


def test_ends_never_pass_the_next_start():
    assert filled("ab cd", [Placed(1.0, 2.5), Placed(2.0, 3.0)])[0] == ("ab", 1.0, 2.0, False)


def test_an_aligner_that_jumps_back_is_overruled_by_the_longest_rising_run():
    placed = [Placed(0.5, 1.0), Placed(3.5, 3.8), Placed(1.5, 2.0), Placed(2.0, 2.5)]
    assert filled("ab cd ef gh", placed) == [
        ("ab", 0.5, 1.0, False),
        ("cd", 1.0, 1.5, True),
        ("ef", 1.5, 2.0, False),
        ("gh", 2.0, 2.5, False),
    ]


def test_times_outside_the_audio_are_not_believed():
    assert filled("ab cd", [Placed(1.0, 2.0), Placed(9.0, 9.5)])[1] == ("cd", 2.0, 4.0, True)


def test_nothing_found():
    with pytest.raises(BackendError, match="found none of the words"):
        fill([None, None], tokenise("ab cd"), 4.0)
    with pytest.raises(BackendError, match="1 times for 2 words"):
        fill([None], tokenise("ab cd"), 4.0)
