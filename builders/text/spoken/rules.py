"""Rewriting rules in guarded groups, applied from top to bottom."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

Replacement: TypeAlias = "str | Callable[[re.Match[str]], str]"
Rule: TypeAlias = "tuple[re.Pattern[str], Replacement]"


class Group(NamedTuple):
    """Rules of one kind.

    Attributes:
        guard: Cheap pattern without which none of the rules can match; most text is plain, and
            trying every rule on it would cost most of the time.
        rules: The rules, in order.
    """

    guard: re.Pattern[str]
    rules: Sequence[Rule]


def apply_rules(text: str, rules: Sequence[Rule]) -> str:
    """Apply each rule to the whole text, in order."""
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def apply_groups(text: str, groups: Sequence[Group]) -> str:
    """Apply each group whose guard is found in the text, in order."""
    for guard, rules in groups:
        if guard.search(text):
            text = apply_rules(text, rules)
    return text
