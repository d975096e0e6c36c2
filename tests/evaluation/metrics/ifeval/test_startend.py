from __future__ import annotations

import pytest

from evaluation.metrics.ifeval import check

PHRASE = "Anything else?"


def both(instruction: str, response: str, **arguments: object) -> tuple[bool, bool]:
    following = check(response, [f"startend:{instruction}"], [arguments])
    return following.strict[0], following.loose[0]


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ("Here you are. Anything else?", True, True),
        ("Here you are. ANYTHING ELSE?", True, True),
        ("Anything else?", True, True),
        ('"Here you are. Anything else?"', True, True),
        ("Here you are. Anything else?  \n", True, True),
        ("Here you are. Anything else? Bye", False, False),
        ("Here you are. Anything else?\nBye", False, True),
        ("Here you are. Anything else?\n\nBye", False, True),
        ("Here you are. Anything else?\nBye\nBye", False, False),
        ("Here you are. **Anything else?**", False, True),
        ("Here you are. Anything else", False, False),
        ("Here you are. “Anything else?”", False, False),
    ],
)
def test_end_checker(response, strict, loose):
    assert both("end_checker", response, end_phrase=f"{PHRASE} ") == (strict, loose)


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ('"Hello there."', True, True),
        ('  "Hello there."\n', True, True),
        ('"Hello" and "bye"', True, True),
        ('"Hello there.', False, False),
        ('Hello there."', False, False),
        ("“Hello there.”", False, False),
        ("'Hello there.'", False, False),
        ('"', False, False),
        ('""', True, True),
        ('Sure:\n"Hello there."', False, True),
        ('"Hello there."\nEnjoy', False, True),
        ('Sure:\n"Hello there."\nEnjoy', False, True),
        ('**"Hello there."**', False, True),
        ('"Line one\nline two"', True, True),
    ],
)
def test_quotation(response, strict, loose):
    assert both("quotation", response) == (strict, loose)
