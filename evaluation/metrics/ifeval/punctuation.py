"""IFEval instruction on punctuation."""

from __future__ import annotations


def no_comma(response: str) -> bool:
    """No ASCII comma; a full-width one passes, as in the original checker."""
    return "," not in response
