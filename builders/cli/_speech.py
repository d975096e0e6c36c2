"""What commands on speech share."""

from __future__ import annotations

from builders.errors import unknown_name


def known_language(language: str) -> str:
    """The language, if it is one that is spoken here.

    Raises:
        VivavoceError: It is neither ``en`` nor ``zh``.
    """
    if language not in {"en", "zh"}:
        raise unknown_name("language", language, ["en", "zh"], "--language")
    return language
