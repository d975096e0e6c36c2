"""IFEval instructions on the beginning and the end of the response."""

from __future__ import annotations


def end_checker(response: str, *, end_phrase: str) -> bool:
    """The response ends with a phrase, in any case; closing quotation marks are overlooked."""
    return response.strip().strip('"').lower().endswith(end_phrase.strip().lower())


def quotation(response: str) -> bool:
    """The whole response stands in straight double quotation marks; curly ones fail."""
    text = response.strip()
    return len(text) > 1 and text[0] == text[-1] == '"'
