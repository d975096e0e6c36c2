from __future__ import annotations

import pytest

from evaluation.metrics.ifeval import check

PROMPT = "Name a river. Use no commas."


def both(instruction: str, response: str, **arguments: object) -> tuple[bool, bool]:
    following = check(response, [instruction], [arguments])
    return following.strict[0], following.loose[0]


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ("Yes.******No.", True, True),
        ("Yes.\n******\nNo.", True, True),
        ("******\nYes.\n******\nNo.\n******", True, True),
        ("Yes.\n******\nYes.", False, False),
        ("Yes.\n******\n Yes. \n", False, False),
        ("Yes.\n******\n******\nNo.", False, False),
        ("Yes.\n******\nNo.\n******\nMaybe.", False, True),
        ("Yes.\n******\nNo.\n******\nMaybe.\nSo.", False, True),
        ("Well.\nYes.\n******\nNo.\n******\nMaybe.\nSo.", False, False),
        ("Yes.\n*****\nNo.", False, False),
        ("Yes.\n*******\nNo.", True, True),
        ("Yes.", False, False),
        ("******", False, False),
        ("Two answers follow.\n******\nYes.\n******\nNo.", False, True),
    ],
)
def test_two_responses(response, strict, loose):
    assert both("combination:two_responses", response) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        (f"{PROMPT} The Rhine.", True, True),
        (f"{PROMPT}\n\nThe Rhine.", True, True),
        (f"  \n{PROMPT}", True, True),
        (PROMPT.upper(), True, True),
        (f"Sure!\n{PROMPT}\nThe Rhine.", False, True),
        (f"Sure! {PROMPT}\nThe Rhine.", False, False),
        (f"**{PROMPT}**\nThe Rhine.", False, True),
        (f'"{PROMPT}"\nThe Rhine.', False, False),
        ("Name a river. The Rhine.", False, False),
        ("Name a river.  Use no commas. The Rhine.", False, False),
        ("The Rhine.", False, False),
    ],
)
def test_repeat_prompt(response, strict, loose):
    got = both("combination:repeat_prompt", response, prompt_to_repeat=f" {PROMPT} ")
    assert got == (strict, loose)
