from __future__ import annotations

import pytest

from evaluation.metrics.ifeval import check

ENGLISH = "change_case:english_capital"
LOWER = "change_case:english_lowercase"
WORDS = "change_case:capital_word_frequency"


def both(instruction: str, response: str, **arguments: object) -> tuple[bool, bool]:
    following = check(response, [instruction], [arguments])
    return following.strict[0], following.loose[0]


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ("THIS IS WHAT YOU SHOULD KNOW ABOUT THE WEATHER TODAY.", True, True),
        ("THIS IS WHAT YOU SHOULD KNOW ABOUT THE WEATHER, ALL 3 DAYS!", True, True),
        ("The train leaves at nine in the morning.", False, False),
        ("THE TRAIN LEAVES AT NINE IN THE MORNING, sir.", False, False),
        ("Sure:\nTHIS IS WHAT YOU SHOULD KNOW ABOUT THE WEATHER TODAY.", False, True),
        ("THIS IS WHAT YOU SHOULD KNOW ABOUT THE WEATHER TODAY.\nHope this helps", False, True),
        ("Sure\nTHIS IS WHAT YOU SHOULD KNOW ABOUT THE WEATHER TODAY.\nBye", False, True),
        ("Sure\nWell\nTHIS IS WHAT YOU SHOULD KNOW ABOUT THE WEATHER TODAY.", False, False),
        ("DER ZUG FÄHRT UM NEUN UHR AM MORGEN VOM BAHNHOF AB.", False, False),
        # langdetect takes this one for Vietnamese: a known weakness of the original checker.
        ("THE TRAIN LEAVES AT NINE IN THE MORNING.", False, False),
        ("12345", False, False),
        ("**THIS IS WHAT YOU SHOULD KNOW ABOUT THE WEATHER TODAY.**", True, True),
        ("", False, False),
    ],
)
def test_english_capital(response, strict, loose):
    assert both(ENGLISH, response) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ("the train leaves at nine in the morning.", True, True),
        ("the train leaves at nine, and 3 people wait!", True, True),
        ("The train leaves at nine in the morning.", False, False),
        ("the train leaves at nine and i wait for it, said Anna.", False, False),
        ("Here it is:\nthe train leaves at nine in the morning.", False, True),
        ("the train leaves at nine in the morning.\nBye", False, True),
        ("der zug fährt um neun uhr am morgen vom bahnhof ab.", False, False),
        ("le train part à neuf heures du matin de la gare.", False, False),
        ("2026", False, False),
        ("   ", False, False),
    ],
)
def test_english_lowercase(response, strict, loose):
    assert both(LOWER, response) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "count"),
    [
        ("Nothing is loud here.", 0),
        ("This is LOUD.", 1),
        ("This is LOUD and VERY loud.", 2),
        ("I like A and B.", 3),
        ("WELL-KNOWN names", 1),
        ("Well-KNOWN names", 0),
        ("NASA, ESA; JAXA!", 3),
        ("The 3D and the USB3 port", 2),
        ("I'M here", 2),
        ("I CANNOT and WON'T go", 5),
        ("AND/OR", 1),
        ("FOO,BAR at 10:30 AM", 3),
        ('(YES) "NO" -- MAYBE...', 3),
        ("**BOLD** word", 1),
        ("It is 5 PM. WE LEFT.", 3),
        ("ÉCOLE and ÜBER", 2),
    ],
)
def test_capital_words_are_counted_exactly(response, count):
    at_least = {"capital_relation": "at least"}
    assert both(WORDS, response, capital_frequency=count, **at_least)[0]
    assert not both(WORDS, response, capital_frequency=count + 1, **at_least)[0]
    less = {"capital_relation": "less than"}
    assert both(WORDS, response, capital_frequency=count + 1, **less)[0]
    assert not both(WORDS, response, capital_frequency=count, **less)[0]


def test_capital_words_of_first_line_are_dropped_by_the_loose_check():
    response = "OK THEN\nhere you are"
    arguments = {"capital_frequency": 1, "capital_relation": "less than"}
    assert both(WORDS, response, **arguments) == (False, True)
