"""Graphemes to phonemes for Kokoro, keeping the place of every word in the text.

English uses misaki with spaCy's tagger and espeak-ng for unknown words; Mandarin uses jieba and
misaki's pinyin-to-IPA; Latin words inside Mandarin text are read as American English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from builders.weights import weights_path

_HAN = re.compile(r"[\u3400-\u9fff]+")
_LATIN = re.compile(r"[A-Za-z][A-Za-z'’\- ]*[A-Za-z]|[A-Za-z]")
_PIECES = re.compile(rf"{_HAN.pattern}|{_LATIN.pattern}|\S")
_PUNCTUATION = str.maketrans("、，。．！：；？（）“”", ",,..!:;?()\u201c\u201d")


@dataclass(frozen=True)
class Token:
    """A word and its phonemes.

    Attributes:
        text: As it stands in the text.
        span: Character range in the text.
        phonemes: In Kokoro's alphabet; punctuation stands for itself.
        space: Whether a space follows.
    """

    text: str
    span: tuple[int, int]
    phonemes: str
    space: bool

    @property
    def is_word(self) -> bool:
        """Whether there is something to hear, as against punctuation."""
        return any(c.isalnum() for c in self.text)


def tokens(text: str, language: str, accent: str | None = None) -> list[Token]:
    """Read a text word by word.

    Args:
        text: Text in spoken form.
        language: ``en`` or ``zh``.
        accent: ``gb`` for British English; anything else is American.
    """
    return _mandarin(text) if language == "zh" else _english(text, accent == "gb")


def _english(text: str, british: bool) -> list[Token]:
    found, position = [], 0
    for token in _english_g2p(british)(_plain(text))[1]:
        begin = _plain(text).index(token.text, position)
        position = begin + len(token.text)
        space = bool(token.whitespace)
        found.append(Token(token.text, (begin, position), token.phonemes or "", space))
    return found


def _plain(text: str) -> str:
    # misaki reads [word](phonemes) as mark-up, and typographic apostrophes as unknown signs.
    return re.sub(r"[\[\]]", " ", text).replace("’", "'").replace("‘", "'")


@cache
def _english_g2p(british: bool) -> Any:
    import spacy
    from misaki import en, espeak

    class WithLocalTagger(en.G2P):
        """misaki's reader, whose own constructor would download its spaCy pipeline."""

        def __init__(self) -> None:
            self.version = None
            self.british = british
            self.nlp = spacy.load(weights_path("en-core-web-sm"), enable=["tok2vec", "tagger"])
            self.lexicon = en.Lexicon(british)
            self.fallback = espeak.EspeakFallback(british=british)
            self.unk = ""

    return WithLocalTagger()


def _mandarin(text: str) -> list[Token]:
    import jieba
    from misaki.zh import ZHG2P

    jieba.setLogLevel("ERROR")
    found: list[Token] = []
    for piece in _PIECES.finditer(text):
        begin = piece.start()
        if _HAN.fullmatch(piece.group()):
            for word in jieba.cut(piece.group()):
                span = (begin, begin + len(word))
                found.append(Token(word, span, ZHG2P.word2ipa(word).replace(chr(815), ""), True))
                begin += len(word)
        elif _LATIN.fullmatch(piece.group()):
            found += [
                Token(t.text, (t.span[0] + begin, t.span[1] + begin), t.phonemes, True)
                for t in _english(piece.group(), british=False)
            ]
        else:
            mark = piece.group().translate(_PUNCTUATION)
            found.append(Token(piece.group(), (begin, begin + 1), mark, True))
    return found
