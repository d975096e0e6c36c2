"""IFEval instruction on the language of the response."""

from __future__ import annotations

from evaluation.metrics.ifeval import text


def response_language(response: str, *, language: str) -> bool:
    """The response is in a language, by ISO 639-1 code.

    A text without any letters to judge by counts as following, as in the original checker. The
    code ``zh`` takes both kinds of Chinese, which langdetect tells apart.
    """
    found = text.language(response)
    return found is None or found == language or found.split("-")[0] == language
