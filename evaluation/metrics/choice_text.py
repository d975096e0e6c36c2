"""Plain text of an answer to a multiple-choice question, before a letter is looked for."""

from __future__ import annotations

import re
import unicodedata

_QUOTES = str.maketrans("“”„«»「」『』《》‘’`´", '"""""""""""\'\'\'\'')
_LATEX = re.compile(r"\\(?:boxed|text|textbf|mathbf|mathrm)\s*")
_MARKS = re.compile(r"\\[()\[\]]|[*_$#~]+|\\")
_BRACES = str.maketrans("{}[]<>【】〔〕", "()()()()()")


def plain(text: str) -> str:
    r"""Half-width text without Markdown and LaTeX, brackets and quotation marks of one kind.

    ``**Ｃ**``, ``\boxed{C}`` and ``【C】`` become ``C``, ``(C)`` and ``(C)``. Line breaks stay.
    """
    text = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    text = _MARKS.sub("", _LATEX.sub("", text)).translate(_BRACES)
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)
