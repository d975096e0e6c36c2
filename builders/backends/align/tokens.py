"""Split a transcript into the words that an aligner places, each with its character range."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from typing import Literal

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff〇"
_PIECES = re.compile(
    # A sum and its magnitude are read in another order than written: "$5 million" is one word.
    rf"[$€£¥][\d.,]*\d\s(?:thousand|million|billion|trillion)\b|[{_HAN}]+|[^\s{_HAN}]+",
    re.IGNORECASE,
)
_SPOKEN_SYMBOLS = "$€£¥%‰°℃℉&+=@#<>×÷±√π²³½¼¾"
_EDGE = re.compile(rf"^[^\w{_SPOKEN_SYMBOLS}]+|[^\w{_SPOKEN_SYMBOLS}]+$")
_JOINED = re.compile(r"[—–…/\\|,;:!?，。；：！？、()\[\]{}\"“”«»]+")


@dataclass(frozen=True)
class Token:
    """One word of a transcript.

    Attributes:
        text: The word as written, without punctuation at its edges.
        begin: Index of its first character in the transcript.
        end: Index after its last character.
        script: ``han`` for Chinese characters, else ``latin``.
    """

    text: str
    begin: int
    end: int
    script: Literal["han", "latin"]


def tokenise(text: str) -> list[Token]:
    """Split a text in any mix of scripts into words.

    Chinese is segmented by jieba; other scripts by white space, then at a change of script and at
    punctuation that joins words (``yes/no``, ``so—well``). Hyphens, apostrophes and points inside
    a word stay (``COVID-19``, ``don't``, ``$13.60``). What is only punctuation is no word.

    Args:
        text: The transcript.

    Returns:
        Words in order; ``text[token.begin : token.end] == token.text``.
    """
    tokens: list[Token] = []
    for piece in _PIECES.finditer(text):
        if re.match(f"[{_HAN}]", piece.group()):
            tokens += _han(piece.group(), piece.start())
        else:
            tokens += _latin(piece.group(), piece.start())
    return tokens


def is_han(text: str) -> bool:
    """Whether the text holds a Chinese character."""
    return re.search(f"[{_HAN}]", text) is not None


def _han(run: str, offset: int) -> list[Token]:
    import jieba

    jieba.setLogLevel(logging.ERROR)
    tokens = []
    for word in jieba.cut(run):
        tokens.append(Token(word, offset, offset + len(word), "han"))
        offset += len(word)
    return tokens


def _latin(run: str, offset: int) -> list[Token]:
    tokens = []
    position = 0
    for part in [*_breaks(run), None]:
        stop = len(run) if part is None else part.start()
        word = run[position:stop]
        begin, end = _trim(word)
        if begin < end:
            at = offset + position
            tokens.append(Token(word[begin:end], at + begin, at + end, "latin"))
        if part is not None:
            position = part.end()
    return tokens


def _breaks(run: str) -> list[re.Match[str]]:
    """Joining punctuation that is not inside a number such as 1,000 or 10:30 or 3/4."""
    inside = [
        m
        for m in _JOINED.finditer(run)
        if not (
            len(m.group()) == 1
            and m.group() in ",:/"
            and run[m.start() - 1 : m.start()].isdigit()
            and run[m.end() : m.end() + 1].isdigit()
        )
    ]
    return inside


def _trim(word: str) -> tuple[int, int]:
    left = _EDGE.match(word)
    begin = left.end() if left else 0
    right = _EDGE.search(word, begin)
    return begin, right.start() if right else len(word)
