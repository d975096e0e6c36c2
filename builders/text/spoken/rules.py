"""A table of rewriting rules that is applied from top to bottom."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

Replacement: TypeAlias = "str | Callable[[re.Match[str]], str]"
Rule: TypeAlias = "tuple[re.Pattern[str], Replacement]"


def apply_rules(text: str, rules: Sequence[Rule]) -> str:
    """Apply each rule to the whole text, in order."""
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text
