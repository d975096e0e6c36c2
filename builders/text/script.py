"""Which language a text can be in, by its script."""

from __future__ import annotations

import re

import regex

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]")
_OTHER = regex.compile(r"[\p{L}--[\p{Latin}\p{Han}\p{Common}]]", regex.V1)


def other_language(text: str, language: str) -> str | None:
    """The language that a text is wholly in, if it is not the one that it should be in.

    Code-switched text has letters of both scripts and is in both languages.

    Args:
        text: Any text.
        language: ``en`` or ``zh``.

    Returns:
        ``zh`` for an English text without any Latin letter but with Chinese characters, ``en``
        for the reverse, else ``None``.
    """
    han, latin = _HAN.search(text) is not None, _LATIN.search(text) is not None
    if han == latin:
        return None
    found = "zh" if han else "en"
    return None if found == language else found


def other_letters(text: str) -> list[str]:
    """Letters of scripts that neither English nor Chinese is written in, each once, in order."""
    return list(dict.fromkeys(_OTHER.findall(text)))
