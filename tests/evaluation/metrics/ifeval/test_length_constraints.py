from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from evaluation.metrics.ifeval import check
from evaluation.metrics.ifeval.text import sentences


def both(instruction: str, response: str, **arguments: object) -> tuple[bool, bool]:
    following = check(response, [f"length_constraints:{instruction}"], [arguments])
    return following.strict[0], following.loose[0]


@pytest.mark.parametrize(
    ("response", "count"),
    [
        ("One two three", 3),
        ("One, two; three!", 3),
        ("don't", 2),
        ("well-known", 2),
        ("3.14", 2),
        ("snake_case", 1),
        ("日本 words", 2),
        ("* one\n* two", 2),
        ("...", 0),
        ("नमस्ते दुनिया", 2),
    ],
)
def test_words_are_counted_exactly(response, count):
    assert both("number_words", response, num_words=count, relation="at least")[0]
    assert not both("number_words", response, num_words=count + 1, relation="at least")[0]
    assert both("number_words", response, num_words=count + 1, relation="less than")[0]
    assert not both("number_words", response, num_words=count, relation="less than")[0]


def test_loose_check_may_drop_lines_to_become_short_enough():
    arguments = {"num_words": 3, "relation": "less than"}
    assert both("number_words", "Sure, here you are:\ntwo words", **arguments) == (False, True)


@pytest.mark.parametrize(
    ("response", "count"),
    [
        ("One sentence", 1),
        ("One. Two. Three.", 3),
        ("Really? Yes! Good.", 3),
        ("Mr. Smith met Dr. Lee. They left.", 2),
        ("It ends at 5 p.m. on Monday. We left.", 2),
        ("We saw apples, pears, etc. The rest was bad.", 2),
        ("It costs 3.50 dollars. Fine.", 2),
        ("J. Smith lives in the U.S. now.", 1),
        ('She said "Stop." Then she left.', 2),
        ("First line\nsecond line", 1),
        ("Wait... what?", 1),
        ("Use e.g. a spoon. Or not.", 2),
        ("Steps (1. wash, 2. cut) follow. Done.", 2),
        ("Well... That is all.", 2),
        ("What?! No. (He left.) Fine", 4),
        ("See example.org for more. Bye.", 2),
        ("", 0),
    ],
)
def test_sentences_are_counted_exactly(response, count):
    assert len(sentences(response)) == count
    if response:
        assert both("number_sentences", response, num_sentences=count, relation="at least")[0]
        less = {"num_sentences": count, "relation": "less than"}
        assert not both("number_sentences", response, **less)[0]


@pytest.mark.parametrize(
    ("response", "wanted", "strict", "loose"),
    [
        ("One\n***\nTwo", 2, True, True),
        ("One *** Two *** Three", 3, True, True),
        ("One***Two", 2, True, True),
        ("***\nOne\n***\nTwo\n***", 2, True, True),
        ("One\n***\n***\nTwo", 2, False, False),
        ("One\n\nTwo", 2, False, False),
        ("One\n***\nTwo", 3, False, False),
        ("One", 1, True, True),
        ("One\n***\nTwo\n***\nThree", 2, False, True),
        ("Sure:\n***\nOne\n***\nTwo", 2, False, True),
        ("One\n****\nTwo", 2, True, True),
        ("One\n* * *\nTwo", 2, False, False),
    ],
)
def test_number_paragraphs(response, wanted, strict, loose):
    assert both("number_paragraphs", response, num_paragraphs=wanted) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "total", "nth", "word", "strict", "loose"),
    [
        ("Rain falls.\n\nSun shines.", 2, 1, "rain", True, True),
        ("Rain falls.\n\nSun shines.", 2, 2, "sun", True, True),
        ("Rain falls.\n\nSun shines.", 2, 2, "SUN", True, True),
        ("Rain falls.\n\nSun shines.", 2, 1, "sun", False, False),
        ("Rain falls.\n\nSun shines.", 3, 1, "rain", False, False),
        ("Rain, falls.\n\nSun shines.", 2, 1, "rain", True, True),
        ('"Rain" falls.\n\nSun.', 2, 1, "rain", True, True),
        ("'Rain' falls.\n\nSun.", 2, 1, "rain", True, True),
        ("Rain's end.\n\nSun.", 2, 1, "rain", True, True),
        ("Rain-soaked.\n\nSun.", 2, 1, "rain", False, False),
        ("**Rain** falls.\n\nSun.", 2, 1, "rain", False, True),
        ("Rain falls.\nSun shines.", 2, 1, "rain", False, False),
        ("Rain falls.\n\n\n\nSun.", 2, 1, "rain", True, True),
        ("Rain falls.\n\n\n\nSun.", 2, 2, "sun", False, False),
        ("Rain falls.\n\n\nSun.", 2, 2, "sun", True, True),
        ("\n\nRain falls.\n\nSun.", 2, 1, "rain", False, True),
        ("Rain falls.\n\nSun.\n\n", 2, 2, "sun", True, True),
        ("Sure!\n\nRain falls.\n\nSun.", 2, 1, "rain", False, True),
    ],
)
def test_nth_paragraph_first_word(response, total, nth, word, strict, loose):
    arguments = {"num_paragraphs": total, "nth_paragraph": nth, "first_word": word}
    assert both("nth_paragraph_first_word", response, **arguments) == (strict, loose)


@pytest.mark.parametrize("nth", [0, 3])
def test_paragraph_must_exist(nth):
    arguments = {"num_paragraphs": 2, "nth_paragraph": nth, "first_word": "rain"}
    with pytest.raises(VivavoceError, match="from 1 to 2"):
        both("nth_paragraph_first_word", "Rain.", **arguments)
