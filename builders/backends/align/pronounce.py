"""Phones of every word of a transcript, whatever it is written in."""

from __future__ import annotations

import re

from builders.backends.align.phonemes_en import english_phones
from builders.backends.align.phonemes_zh import mandarin_phones
from builders.backends.align.tokens import Token, is_han, tokenise

_READ_OUT = re.compile(r"[\d$€£¥%‰°℃℉&+=@#<>×÷±√π²³½¼¾]")


def pronounce(tokens: list[Token], text: str, language: str) -> list[tuple[str, ...]]:
    """Phones of each word.

    Args:
        tokens: Words of ``text``.
        text: The transcript, for the context of Chinese numbers.
        language: ``en`` or ``zh``: how digits and symbols are read.

    Returns:
        One tuple a word; empty where the word has no sound.
    """
    return [_phones(reading(token, text, language)) for token in tokens]


def reading(token: Token, text: str, language: str) -> str:
    """The word as it is said: digits, symbols and abbreviations written out."""
    from builders.text.spoken import spoken_form

    if not _READ_OUT.search(token.text):
        if token.script == "latin" and text[token.end : token.end + 1] == ".":
            return spoken_form(token.text + ".", "en").rstrip(".")
        return token.text
    if re.fullmatch(r"[A-Z]+&[A-Z]+", token.text):
        return " ".join(token.text.replace("&", "N"))
    follows = text[token.end : token.end + 1]
    if is_han(follows):
        # "2008年" is read digit by digit, "2008" alone is not: show the character that follows.
        spoken = spoken_form(token.text + follows, "zh")
        return spoken.removesuffix(follows)
    return spoken_form(token.text, language)


def _phones(words: str) -> tuple[str, ...]:
    phones: list[str] = []
    for part in tokenise(words):
        phones += mandarin_phones(part.text) if part.script == "han" else english_phones(part.text)
    return tuple(phones)
