"""Keyword accuracy: does an acceptable answer stand in the response?

The first half of VocalBench-zh's knowledge accuracy, without the judge that decides what a
keyword cannot. Useful for smoke runs, and for English question sets such as LLaMA Questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

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

# What makes a number part of another one, in normalised English: -5, 5 %, 5/6 and 5 below zero
# are not 5. A minus behind a number takes away: "8 minus 5" names a 5.
_SIGN = re.compile(r"(?:(?<!\d )\b(?:minus|negative)|负|零下|分之) ?$")
_PART = re.compile(
    r" ?(?:[%‰]|[十百千万亿]|分之)| (?:percent|percentage|per cent|per mille|halves|quarters|thirds"
    r"|(?:four|fif|six|seven|eigh|nin|ten|hundred|thousand)ths|\d+(?:rd|th)s"
    r"|(?:degrees? (?:celsius |fahrenheit )?)?(?:below|under) 0)(?!\S)"
    r"|(?<= 1) (?:half|quarter|third|\d+(?:st|nd|rd|th))(?!\S)"
)


def acceptable(row: Row) -> list[str]:
    """All acceptable answers of a row: its reference, split where it lists several, and aliases.

    ``|``, ``;`` and a slash between spaces part answers; "AC/DC" is one. Aliases stand in the
    column ``aliases`` or ``answers``.
    """
    aliases = column(row, "aliases", "answers")
    return [*_alternatives(row.example.reference), *_alternatives(aliases)]


def _alternatives(answer: object) -> list[str]:
    # Datasets that were read from JSON hold numbers as numbers, and several answers as a list.
    if isinstance(answer, Iterable) and not isinstance(answer, str | Mapping):
        return [str(part) for part in answer if part is not None and str(part).strip()]
    parts = [] if answer is None else _ALTERNATIVES.split(str(answer))
    return [part for part in parts if part.strip()]


def find_keyword(text: str, references: list[str], language: str) -> bool | None:
    """Whether one of several acceptable answers stands in a text.

    Both sides are brought to one width, case, script and number writing; "twelve hundred",
    ``1,200`` and １２００ are one. English answers match as whole words, numbers as whole numbers:
    ``-5``, ``1.5``, ``5%`` and ``50`` do not say ``5``.

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
    stands = any(_stands(wanted, form) for form in (said, owned))
    return None if stands and wanted in _LETTER_WORDS else stands


def _stands(wanted: str, said: str) -> bool:
    """Whether whole words stand in a text, and a number at their ends is a whole number."""
    wanted, said = (re.sub(r"(?<!\S)negative (?=\d)", "minus ", form) for form in (wanted, said))
    return any(
        not (wanted[0].isdecimal() and _SIGN.search(said[: found.start()]))
        and not (wanted[-1].isdecimal() and _PART.match(f" {said}", found.end() + 1))
        for found in re.finditer(rf"(?<!\S){re.escape(wanted)}(?!\S)", said)
    )


def _measure(row: Row) -> tuple[float, float] | None:
    text = answer(row)
    if text is None:
        return None
    references = acceptable(row)
    if not references:
        raise VivavoceError(f"row '{row.example.id}': keyword accuracy needs a reference")
    found = find_keyword(text, references, row.example.language)
    return None if found is None else (float(found), 1.0)


KEYWORD = Metric("keyword", 2, _measure)
