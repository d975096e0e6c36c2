from __future__ import annotations

import pytest

from evaluation.metrics.ifeval import check


def both(instruction: str, response: str, **arguments: object) -> tuple[bool, bool]:
    following = check(response, [f"detectable_format:{instruction}"], [arguments])
    return following.strict[0], following.loose[0]


@pytest.mark.parametrize(
    ("response", "wanted", "strict", "loose"),
    [
        ("* one\n* two", 2, True, True),
        ("* one\n* two", 1, False, True),
        ("* one\n* two\n* three\n* four", 1, False, False),
        ("- one\n- two", 2, True, True),
        ("* one\n- two", 2, True, True),
        ("  * one\n    - two", 2, True, True),
        ("1. one\n2. two", 2, False, False),
        ("• one\n• two", 2, False, False),
        ("**Bold** line\n* one", 1, True, True),
        ("* one\n---\n* two", 2, False, True),
        ("* one\n---\n* two\n* three\n* four", 2, False, False),
        ("* one\n---\n* two", 3, True, True),
        ("Here:\n* one\n* two\nDone.", 2, True, True),
        ("No list.", 0, True, True),
        ("-one\n-two", 2, True, True),
        ("*one\n*two", 2, True, True),
        ("- Sure\n* one\n* two", 2, False, True),
    ],
)
def test_number_bullet_lists(response, wanted, strict, loose):
    assert both("number_bullet_lists", response, num_bullets=wanted) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ("My answer is yes.", True, True),
        ("My answer is no.", True, True),
        ("My answer is maybe.", True, True),
        ("Well. My answer is maybe. Who knows?", True, True),
        ("My answer is yes", False, False),
        ("my answer is yes.", False, False),
        ("My answer is perhaps.", False, False),
        ("My answer is **yes**.", False, True),
        ("Yes.", False, False),
    ],
)
def test_constrained_response(response, strict, loose):
    assert both("constrained_response", response) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "wanted", "strict", "loose"),
    [
        ("*one* and *two*", 2, True, True),
        ("*one* and *two*", 3, False, False),
        ("**one** word", 1, True, True),
        ("**one** word and **two**", 2, True, True),
        ("**one** word and **two**", 3, False, False),
        ("**one** and nothing", 2, False, False),
        ("* one\n* two", 1, False, False),
        ("*one\ntwo*", 1, False, False),
        ("** **", 1, False, False),
        ("* *", 1, False, False),
        ("_one_ and <b>two</b>", 1, False, False),
        ("Nothing.", 0, True, True),
        ("2 * 3 * 4", 1, True, True),
        ("***one***", 2, True, True),
    ],
)
def test_number_highlighted_sections(response, wanted, strict, loose):
    assert both("number_highlighted_sections", response, num_highlights=wanted) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "mark", "wanted", "strict", "loose"),
    [
        ("Section 1\nx\nSection 2\ny", "Section", 2, True, True),
        ("Section 1\nx\nSection 2\ny", "Section", 3, False, False),
        ("Section 1\nx\nSection 2\ny", "Section", 1, True, True),
        ("SECTION 1\nx\nSECTION 2\ny", "Section", 2, False, False),
        ("Section I\nx\nSection II\ny", "Section", 2, False, False),
        ("Section1\nx\nSection2\ny", "Section", 2, True, True),
        ("Section: 1\nx", "Section", 1, False, False),
        ("**Section 1**\nx\n**Section 2**\ny", "Section", 2, True, True),
        ("Section *1*\nx\nSection *2*\ny", "Section", 2, False, True),
        ("Day 1\nDay 2\nDay 3", "Day", 3, True, True),
        ("Holiday 1\nDay 2", "day", 1, True, True),
        ("Part (a) 1\nPart (a) 2", "Part (a)", 2, True, True),
        ("Anything", "Section", 0, True, True),
        ("See section 1 and Section 2 in one line.", " Section ", 1, True, True),
    ],
)
def test_multiple_sections(response, mark, wanted, strict, loose):
    got = both("multiple_sections", response, section_spliter=mark, num_sections=wanted)
    assert got == (strict, loose)


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ('{"a": 1}', True, True),
        ('[1, 2, {"a": null}]', True, True),
        ('```json\n{"a": 1}\n```', True, True),
        ('```JSON\n{"a": 1}\n```', True, True),
        ('```\n{"a": 1}\n```', True, True),
        ('  ```json\n{"a": 1}\n```  ', True, True),
        ('```json {"a": 1}```', True, True),
        ('```json\n{"a": 1}', True, True),
        ('```python\n{"a": 1}\n```', False, True),
        ('Here it is:\n{"a": 1}', False, True),
        ('Here it is:\n```json\n{"a": 1}\n```', False, True),
        ('Here it is:\n```json\n{"a": 1}\n```\nEnjoy!', False, True),
        ('Here:\n\n```json\n{"a": 1}\n```\nEnjoy!\nBye', False, False),
        ("{'a': 1}", False, False),
        ('{"a": 1,}', False, False),
        ('{"a": "*b*"}', True, True),
        ('*{"a": 1}*', False, True),
        ("42", True, True),
        ('"just text"', True, True),
        ("[" * 100_000, False, False),
        ("plain words", False, False),
    ],
)
def test_json_format(response, strict, loose):
    assert both("json_format", response) == (strict, loose)


@pytest.mark.parametrize(
    ("response", "strict", "loose"),
    [
        ("<<Ode to Rain>>\nIt rains.", True, True),
        ("It rains. <<Ode to Rain>>", True, True),
        ("<Ode to Rain>", False, False),
        ("<< >>", False, False),
        ("<<>>", False, False),
        ("<<Ode\nto Rain>>", False, False),
        ("<<<Ode>>>", True, True),
        ("«Ode to Rain»", False, False),
        ("**<<Ode>>**", True, True),
        ("<*<Ode>>", False, True),
        ("# Ode to Rain", False, False),
    ],
)
def test_title(response, strict, loose):
    assert both("title", response) == (strict, loose)
