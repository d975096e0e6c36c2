"""Keyword accuracy: does an acceptable answer stand in the response?

The first half of VocalBench-zh's knowledge accuracy, without the judge that decides what a
keyword cannot. Useful for smoke runs, and for English question sets such as LLaMA Questions.
"""

from __future__ import annotations

import re

from builders.errors import VivavoceError
from builders.text import compare
from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import answer, column
from evaluation.metrics.contains import contains_keyword

_ALTERNATIVES = re.compile(r"\s*[|;；]\s*|\s+/\s+")
_ARTICLE = re.compile(r"^(?:the|an?) (?=.)")
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?(?!\w)")
# English answers of one letter that are also words.
_LETTER_WORDS = frozenset("ai")


def acceptable(row: Row) -> list[str]:
    """All acceptable answers of a row: its reference, split where it lists several, and aliases.

    ``|``, ``;`` and a slash between spaces part answers; "AC/DC" is one. Aliases stand in the
    column ``aliases`` or ``answers``.
    """
    listed = [part for part in _ALTERNATIVES.split(row.example.reference or "") if part.strip()]
    aliases = column(row, "aliases", "answers")
    if isinstance(aliases, str):
        aliases = _ALTERNATIVES.split(aliases)
    return [*listed, *(str(alias) for alias in (aliases if aliases is not None else ()))]


def find_keyword(text: str, references: list[str], language: str) -> bool | None:
    """Whether one of several acceptable answers stands in a text.

    Both sides are brought to one width, case, script and number writing; "twelve hundred",
    ``1,200`` and １２００ are one. English answers match as whole words.

    Args:
        text: The response.
        references: Acceptable answers.
        language: ``en`` or ``zh``.

    Returns:
        ``None`` where only a judge could say: the answer is one character that stands inside
        something longer, or an English letter that is also a word.
    """
    found = [_find(text, reference, language) for reference in references]
    if any(found):
        return True
    return None if None in found or not found else False


def _find(text: str, reference: str, language: str) -> bool | None:
    wanted = compare.normalise(reference, language)
    if not wanted:
        return None
    said = compare.normalise(text, language)
    if language == "zh":
        if contains_keyword(text, reference):
            return True
        return None if len(wanted) == 1 and wanted in said else False
    wanted = _ARTICLE.sub("", wanted)
    owned = compare.normalise(_POSSESSIVE.sub("", text), language)
    stands = any(f" {wanted} " in f" {form} " for form in (said, owned))
    return None if stands and wanted in _LETTER_WORDS else stands


def _measure(row: Row) -> tuple[float, float] | None:
    text = answer(row)
    if text is None:
        return None
    references = acceptable(row)
    if not references:
        raise VivavoceError(f"row '{row.example.id}': keyword accuracy needs a reference")
    found = find_keyword(text, references, row.example.language)
    return None if found is None else (float(found), 1.0)


KEYWORD = Metric("keyword", 1, _measure)
