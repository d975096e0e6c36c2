"""IFEval instructions on written form."""

from __future__ import annotations

import json
import re

_OPTIONS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_STAR_BULLET = re.compile(r"^\s*\*[^*].*$", re.MULTILINE)
_DASH_BULLET = re.compile(r"^\s*-.*$", re.MULTILINE)
_SINGLE_STARS = re.compile(r"\*([^\n*]*)\*")
_DOUBLE_STARS = re.compile(r"\*\*([^\n*]*)\*\*")
_TITLE = re.compile(r"<<[^\n]+>>")


def number_bullet_lists(response: str, *, num_bullets: int) -> bool:
    """Exactly so many lines that begin with ``*`` or ``-``; a rule ``---`` counts as one."""
    found = len(_STAR_BULLET.findall(response)) + len(_DASH_BULLET.findall(response))
    return found == num_bullets


def constrained_response(response: str) -> bool:
    """One of the three allowed sentences stands in the response, case and full stop included."""
    return any(option in response for option in _OPTIONS)


def number_highlighted_sections(response: str, *, num_highlights: int) -> bool:
    """At least so many passages between asterisks on one line, single or double.

    Each kind is searched over the whole text, as in the original checker: ``***x***`` counts
    twice, and the text between two multiplication signs counts as well.
    """
    found = _SINGLE_STARS.findall(response) + _DOUBLE_STARS.findall(response)
    return sum(bool(passage.strip()) for passage in found) >= num_highlights


def multiple_sections(response: str, *, section_spliter: str, num_sections: int) -> bool:
    """At least so many section marks, each followed by a number in digits."""
    mark = re.compile(rf"{re.escape(section_spliter.strip())}\s?\d+")
    return len(mark.findall(response)) >= num_sections


def json_format(response: str) -> bool:
    """The whole response is JSON, bare or in one Markdown code fence; text around it is not."""
    body = response.strip()
    for fence in ("```json", "```Json", "```JSON", "```"):
        body = body.removeprefix(fence)
    try:
        json.loads(body.removesuffix("```").strip())
    except (ValueError, RecursionError):
        return False
    return True


def title(response: str) -> bool:
    """A title in double angular brackets that is not blank, on one line."""
    return any(found.lstrip("<").rstrip(">").strip() for found in _TITLE.findall(response))
