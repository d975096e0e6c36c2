"""English text as an English voice should say it."""

from __future__ import annotations

import re

from builders.text.spoken import (
    english_dates,
    english_ids,
    english_letters,
    english_maths,
    english_money,
    english_references,
    english_units,
    english_web,
)
from builders.text.spoken.english_numbers import number, ordinal
from builders.text.spoken.english_units import NUMBER
from builders.text.spoken.rules import Group, Rule

_PLAIN_NUMBERS: tuple[Rule, ...] = (
    (re.compile(r"(\d(?:st|nd|rd|th))\s?[-–—]\s?(?=\d[\d,]*(?:st|nd|rd|th)\b)"), r"\1 to "),
    (re.compile(r"(?<![\w.,])(\d[\d,]*)(?:st|nd|rd|th)\b"), lambda m: ordinal(int(m[1].replace(",", "")))),
    (re.compile(r"(?<![\w.])(\d[\d.,]*)\s*[-−]\s*(?=\d[\d.,]*(?:\s*[-−]\s*\d[\d.,]*)*\s*=)"), r"\1 minus "),
    (re.compile(r"(?<![\w.-])(\d)-(\d)-(\d)(?![\w=-]|\s*=)"), r"\1, \2, \3"),
    (re.compile(rf"(?<![\w.-])({NUMBER})\s?[-–—~]\s?(?={NUMBER}(?!\w))"), r"\1 to "),
    (re.compile(rf"(?<![\w.])({NUMBER})-(?=[a-z]{{3,}})"), lambda m: f"{number(m[1])} " if len(m[1]) > 2 and m[1].isdigit() else m[0]),
    (re.compile(r"(?<=[A-Za-z])-(?=\d)"), " "),
    (re.compile(r"(?<![\w)])[-−–](?=\.?\d)"), " minus "),
    (re.compile(r"#\s?(?=\d)"), " number "),
    (re.compile(r"(?<=\d)\+(?!\w)"), " plus"),
    (re.compile(r"(?<![\w)])\+(?=\d)"), " plus "),
    (re.compile(r"(?<=[A-Za-z])_(?=\w)|(?<=\w)_(?=[A-Za-z])"), " "),
    (re.compile(r"(?<![\w.,])(\d[\d,]*\.\d+)(?=[A-Za-z]{1,4}\b)"), lambda m: f"{number(m[1])} "),
    english_ids.MIXED,
    (re.compile(NUMBER), lambda m: f"{_gap(m.string, m.start() - 1)}{number(m[0])}{_gap(m.string, m.end())}"),
)  # fmt: skip

_SYMBOLS: tuple[Rule, ...] = (
    (re.compile(r"\bQ&A\b"), "Q and A"),
    (re.compile(r"\s*&\s*"), " and "),
    (re.compile(r"\s*%"), " percent"),
    (re.compile(r"\s*@\s*"), " at "),
    (re.compile(r"\s*[=＝]+\s*(?=\w)"), " equals "),
    (re.compile(r"(?<=\w)\s*\+\s*(?=\w)"), " plus "),
    (re.compile(r"\s*[°º]"), " degrees"),
    (re.compile(r"§+\s*"), "section "),
    (re.compile(r"(?<=\b[a-z])/(?=[a-z]\b)|(?<=\b[A-Z])/(?=[A-Z])|(?<=[A-Z]{2})/(?=[A-Z])"), " "),
    (re.compile(r"(?<=[a-z])\s?/\s?(?=[a-z])"), " or "),
    (re.compile(r"(?<=\w)\s?/\s?(?=\w)"), " slash "),
    (re.compile(r"\s*[|¦]+\s*"), ", "),
    (re.compile(r"[\[\]{}<>*_~^`\\/+=#×÷√«»‹›【】「」『』〈〉《》]+"), " "),
    (re.compile(r"[$£€¥¢₹₩₽]"), " "),
    (re.compile(r"\s*[·]\s*"), ", "),
    (re.compile(r"[•●▪†‡¶♪]"), " "),
    (re.compile(r"[。．]"), ". "),
    (re.compile(r"[，、]"), ", "),
    (re.compile(r"？"), "? "),
    (re.compile(r"！"), "! "),
    (re.compile(r"\s*[—–]{1,3}\s*"), " — "),
    (re.compile(r"(?:\s|^)-{1,3}(?=\s|$)"), " — "),
    (re.compile(r"-{2,}"), " — "),
)  # fmt: skip


def _gap(text: str, index: int) -> str:
    return " " if 0 <= index < len(text) and text[index].isalpha() else ""


_DIGIT = re.compile(r"\d")
GROUPS: tuple[Group, ...] = (
    Group(
        re.compile(r"[\d/|∛]|[A-F][-+−]|[IVX]{2}|\b[A-Z][a-z]{2,4}\.?\s?[-–]"),
        english_references.RULES,
    ),
    Group(re.compile(r"[@#/+&*_%$=~|^<>{}\[\]\\`]|\w\.\w|\.NET|WW|War \d"), english_web.RULES),
    Group(re.compile(r"/|[$£€¥₹₩₽₿฿₫₪₺₴₦₱¢]|\d.*?[A-Z]{3}|[A-Z]{3}\s?\d"), english_money.RULES),
    Group(_DIGIT, english_dates.RULES),
    Group(_DIGIT, english_ids.RULES),
    Group(
        re.compile(r"[A-Za-z]\.|№|WW|[IVXLC]|\b(?:Mrs?|Dr|Prof|vs|aka)\b|\w/"),
        english_letters.RULES,
    ),
    Group(re.compile(r"\d|[°º]|km/h|m/s"), english_units.RULES),
    Group(re.compile(r"[^\x00-\x7f]|[\d^=<>~/]|\(-"), english_maths.RULES),
    Group(re.compile(r"[\d#_]"), _PLAIN_NUMBERS),
    Group(re.compile(r"[^A-Za-z\s.,;:!?'\"()-]|-(?:-|\s|$)|(?:^|\s)-"), _SYMBOLS),
)

PLAIN = re.compile(
    r"(?:[a-z]{2,}|[A-Z][a-z]+|I|[Aa])(?:'[a-z]{1,2})?"
    r"(?:[,;:]? (?!Mrs? |Dr |Prof |vs |aka |(?<=[A-Z][a-z]{2} )I|(?<=War )I|(?<=[a-z]{3} )I[.?!]?$)(?:[a-z]{2,}|[A-Z][a-z]+|I|a)(?:[-'][a-z]+)?)*(?<! [A-Z])[.?!]?"
)
