"""What is left in a spoken text that a voice cannot say."""

from __future__ import annotations

import re

from builders.errors import unknown_name

_MARKUP = r"https?://\S*|www\.\S*|<[^<>\s][^<>]*>|&[a-zA-Z]{2,10};|\\[A-Za-z]+|[*_#`|\\~^<>{}\[\]@&%+=/$£€¥¢₹₩°§]+"
_ALLOWED = {
    "en": r"\s.,;:!?'\"()…—–·“”‘’\-A-Za-z\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff",
    "zh": r"\s.,;:!?'\"()…—–·“”‘’\-A-Za-z\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff。，；：！？、（）《》"
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af",
}
_PATTERNS = {
    language: re.compile(rf"{_MARKUP}|\d+|[^{allowed}]+|^\s*[-•]\s", re.M)
    for language, allowed in _ALLOWED.items()
}


def leftovers(text: str, language: str) -> list[str]:
    """Return what a voice of a language cannot say: digits, symbols, markup, other scripts.

    Args:
        text: A text that is meant to be spoken, such as one that an LLM has written out.
        language: ``en`` or ``zh``.

    Returns:
        The offending pieces in the order of the text; empty where all of it can be said.

    Raises:
        VivavoceError: The language is neither ``en`` nor ``zh``.
    """
    if language not in _PATTERNS:
        raise unknown_name("language", language, _PATTERNS)
    return [
        match.group().strip()
        for match in _PATTERNS[language].finditer(text)
        if match.group().strip()
    ]
