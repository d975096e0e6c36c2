"""Options of a multiple-choice row that speak of the other options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_OTHERS = re.compile(
    r"^(?:all|none|both|any|neither|some|each) (?:of )?(?:the |these\b|those\b|them\b)|"
    r"^(?:以上|上述|[都全均]不?[对是正]|[两二三四]者[都皆均])",
    re.IGNORECASE,
)
_LETTERS = re.compile(
    r"^(?:(?i:only|both|neither|either) )?([A-J])(?:,? (?:and|or|nor|&) |, )([A-J])\b|"
    r"^([A-J])项?[和与及或、，]([A-J])(?![A-Za-z])"
)


def means_others(options: Sequence[Mapping[str, Any]]) -> bool:
    """Whether an option says nothing without the list: all of the above, 以上都是.

    >>> means_others([{"label": "A", "text": "dogs"}, {"label": "B", "text": "None of these"}])
    True
    """
    return any(_OTHERS.search(str(option["text"]).strip()) for option in options)


def names_letters(
    options: Sequence[Mapping[str, Any]], among: Sequence[Mapping[str, Any]] = ()
) -> bool:
    """Whether an option names others by letter: Both A and B, A和C.

    Args:
        options: The options looked at.
        among: All options of the row, where those are fewer.

    >>> names_letters([{"label": "A", "text": "dogs"}, {"label": "B", "text": "A and B"}])
    True
    >>> names_letters([{"label": "A", "text": "E，G，F"}, {"label": "B", "text": "F，G，E"}])
    False
    """
    labels = {option["label"] for option in among or options}
    named = [found for option in options if (found := _LETTERS.search(str(option["text"]).strip()))]
    return any(set(filter(None, found.groups())) <= labels for found in named)
