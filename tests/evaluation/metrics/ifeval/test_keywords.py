from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from evaluation.metrics.ifeval import check


def both(instruction: str, response: str, **arguments: object) -> tuple[bool, bool]:
    following = check(response, [f"keywords:{instruction}"], [arguments])
    return following.strict[0], following.loose[0]


@pytest.mark.parametrize(
    ("response", "keywords", "strict", "loose"),
    [
        ("The cat sleeps.", ["cat"], True, True),
        ("The CAT sleeps.", ["cat"], True, True),
        ("Concatenate them.", ["cat"], True, True),
        ("The dog sleeps.", ["cat"], False, False),
        ("The cat and the dog.", ["cat", "dog"], True, True),
        ("The cat.", ["cat", "dog"], False, False),
        ("The c*a*t.", ["cat"], False, True),
        ("I write C++ daily.", ["C++"], True, True),
        ("I write C daily.", ["C++"], False, False),
        ("a.b", ["a.b"], True, True),
        ("axb", ["a.b"], False, False),
        ("The cat.", [], True, True),
    ],
)
def test_existence(response, keywords, strict, loose):
    assert both("existence", response, keywords=keywords) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "words", "strict", "loose"),
    [
        ("The stone fell.", ["rock"], True, True),
        ("The rock fell.", ["rock"], False, False),
        ("The ROCK fell.", ["rock"], False, False),
        ("The rocks fell.", ["rock"], True, True),
        ("The rock-hard bread.", ["rock"], False, False),
        ("A rock_band", ["rock"], True, True),
        ("Rock!\nThe stone fell.", ["rock"], False, True),
        ("The stone fell.\nLike a rock", ["rock"], False, True),
        ("Stone.\nRock.\nStone.", ["rock"], False, False),
        ("Yes, no or maybe", ["yes", "never"], False, False),
        ("I write C++ daily.", ["C++"], False, False),
        ("I can't ride.", ["can"], False, False),
        ("r*oc*k", ["rock"], True, True),
    ],
)
def test_forbidden_words(response, words, strict, loose):
    assert both("forbidden_words", response, forbidden_words=words) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "count"),
    [
        ("peace", 0),
        ("war", 1),
        ("War and war.", 2),
        ("warm and forward", 2),
        ("WAR war War", 3),
        ("warwar", 2),
    ],
)
def test_keyword_is_counted_inside_words(response, count):
    at_least = {"keyword": " war ", "relation": "at least"}
    assert both("frequency", response, frequency=count, **at_least)[0]
    assert not both("frequency", response, frequency=count + 1, **at_least)[0]
    less = {"keyword": "war", "relation": "less than"}
    assert both("frequency", response, frequency=count + 1, **less)[0]
    assert not both("frequency", response, frequency=count, **less)[0]


def test_zero_is_a_threshold_and_no_gap():
    zero = {"keyword": "war", "frequency": 0}
    assert both("frequency", "peace", relation="at least", **zero) == (True, True)
    assert both("frequency", "peace", relation="less than", **zero) == (False, False)


def test_loose_check_can_drop_the_line_with_the_keyword():
    arguments = {"keyword": "war", "frequency": 1, "relation": "less than"}
    assert both("frequency", "About war:\npeace", **arguments) == (False, True)


@pytest.mark.parametrize(
    ("response", "letter", "count"),
    [
        ("Quite quick", "q", 2),
        ("Quite quick", "Q", 2),
        ("none of it", "z", 0),
        ("#one #two # #", "#", 4),
        ("Stop! Go! Wow!", "!", 3),
        ("no hashtag", "#", 0),
        ("aAaA", "a", 4),
    ],
)
def test_letter_is_counted_in_any_case(response, letter, count):
    at_least = {"letter": letter, "let_relation": "at least"}
    assert both("letter_frequency", response, let_frequency=count, **at_least)[0]
    assert not both("letter_frequency", response, let_frequency=count + 1, **at_least)[0]
    less = {"letter": letter, "let_relation": "less than"}
    assert both("letter_frequency", response, let_frequency=count + 1, **less)[0]
    assert not both("letter_frequency", response, let_frequency=count, **less)[0]


def test_letter_must_be_one_character():
    with pytest.raises(VivavoceError, match="one character"):
        both("letter_frequency", "x", letter="ab", let_frequency=1, let_relation="at least")


def test_unknown_relation_is_no_free_credit():
    with pytest.raises(VivavoceError, match="unknown relation 'at most'"):
        both("frequency", "x", keyword="x", frequency=1, relation="at most")
