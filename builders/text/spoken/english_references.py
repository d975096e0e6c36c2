"""Numbers and signs whose reading hangs on the word beside them: verses, grades, sizes, durations.

Runs before the rules of dates, units and formulas, which would take them for something else.
"""

from __future__ import annotations

import re

from builders.text.spoken.english_letters import roman
from builders.text.spoken.english_numbers import cardinal, digits, number, ordinal, pairs, year
from builders.text.spoken.english_units import UNITS
from builders.text.spoken.rules import Rule

_BOOKS = (
    r"Genesis|Exodus|Leviticus|Numbers|Deuteronomy|Joshua|Judges|Ruth|Samuel|Kings|Chronicles|Ezra|"
    r"Nehemiah|Esther|Job|Psalms?|Proverbs|Ecclesiastes|Isaiah|Jeremiah|Ezekiel|Daniel|Hosea|Joel|"
    r"Amos|Micah|Malachi|Matthew|Mark|Luke|John|Acts|Romans|Corinthians|Galatians|Ephesians|"
    r"Philippians|Colossians|Thessalonians|Timothy|Titus|Hebrews|James|Peter|Revelation|Quran|Surah"
)
_NUMBERED = r"Samuel|Kings|Chronicles|Corinthians|Thessalonians|Timothy|Peter|John"
_DAYS = {
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday",
    "Thur": "Thursday", "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
}  # fmt: skip
_DAY = "|".join(sorted(_DAYS, key=len, reverse=True))
_SMALL = "|".join(u for u in UNITS if u.isalpha() and len(u) > 1)
_LARGE = {"M": "million", "B": "billion", "mn": "million", "bn": "billion"}
_COUNTED = r"people|users|views|downloads|subscribers|followers|members|customers|copies|residents|tons?|records|rows|jobs"


def _verse(match: re.Match[str]) -> str:
    which, book, chapter, first, last = match.groups()
    head = f"{ordinal(int(which)).capitalize()} " if which else ""
    tail = f" to {cardinal(int(last))}" if last else ""
    return f"{head}{book} {cardinal(int(chapter))} {cardinal(int(first))}{tail}"


def _duration(match: re.Match[str]) -> str:
    names = ("hour", "minute", "second")
    parts = [(int(g), n) for g, n in zip(match.groups(), names, strict=True) if g]
    return " ".join(f"{cardinal(value)} {name}{'s' * (value != 1)}" for value, name in parts)


def _spoonful(match: re.Match[str]) -> str:
    whole, part, unit = match.groups()
    return f"{whole}{part} {UNITS[unit][bool(whole.strip())]}"


def _path(match: re.Match[str]) -> str:
    parts = [part for part in match.group().split("/") if part]
    return " ".join(f"slash {part.replace('.', ' dot ').replace('_', ' ')}" for part in parts)


def _section(match: re.Match[str]) -> str:
    law, letter, inner = match.groups()
    return f"{pairs(law)} {letter}" + (f" {cardinal(int(inner))}" if inner else "")


def _feet(match: re.Match[str]) -> str:
    feet, inches = match.groups()
    return f"{number(feet)} {'foot' if feet == '1' else 'feet'} {number(inches)} inch{'es' * (inches != '1')}"


RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?:\b([123]) (?=(?:{_NUMBERED})\b))?\b({_BOOKS}) (\d{{1,3}}):(\d{{1,3}})(?:[-–](\d{{1,3}}))?(?![\d:])"), _verse),
    (re.compile(r"\b(40[13]|457|501|503|529)\(([a-z])\)(?:\((\d)\))?"), _section),
    (re.compile(r"(?<![\w.,+-])[1-9]\d{0,2}(?: \d{3}){2,}(?![\w,]|\.\d| \d)|(?<![\w.,+-])[1-9]\d{0,2} 000(?![\w,]|\.\d| \d)"), lambda m: m[0].replace(" ", "")),
    (re.compile(r"(?<=\d)T(?=\d\d:\d\d)"), " "),
    (re.compile(r"(?<=\d\d:\d\d)(:\d\d)?(?:\.\d+)?Z\b"), r"\1 UTC"),
    (re.compile(r"(?<![\w.])(\d{1,2})h ?(\d{1,2})m(?:in)?(?: ?(\d{1,2})s)?\b"), _duration),
    (re.compile(r"(?<![\w.])()(\d{1,2})m(?:in)? ?(\d{1,2})s\b"), _duration),
    (re.compile(r"(?<![\w.])(\d{1,2})\s?(?:ft\.?|feet|foot)\s(\d{1,2})\s?in\b\.?(?!\s[a-z])"), _feet),
    (re.compile(r"(?<![\w.'])([3-8])'\s?(\d{1,2})(?=\s(?:tall|and|or)\b|[.,]?$)"), lambda m: f"{number(m[1])} foot {number(m[2])}"),
    (re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\"\s?[x×]\s?(\d+(?:\.\d+)?)\""), lambda m: f"{number(m[1])} by {number(m[2])} inches"),
    (re.compile(r"(?<!\w)c(?:a|irca)?\.\s(?=\d{3,4}\b)"), "circa "),
    (re.compile(r"\bFY\s?(20\d\d)\b"), lambda m: f"F Y {year(int(m[1]))}"),
    (re.compile(r"\b(480|720|1080|1440|2160)([pi])\b"), lambda m: f"{pairs(m[1])} {m[2]}"),
    (re.compile(r"(?<=[Ff]light )([A-Z]{2}) ?([1-9]\d{2,3})\b"), lambda m: f"{' '.join(m[1])} {pairs(m[2])}"),
    (re.compile(r"(?i:(?<=symphony )|(?<=concerto )|(?<=sonata )|(?<=opus )|(?<=issue )|(?<=route )|(?<=bus )|(?<=platform )|(?<=track )|(?<=item )|(?<=part )|(?<=model )|(?<=house ))no\.\s?(?=\d)"), "number "),
    (re.compile(r"(?i:(?<=call )|(?<=phone )|(?<=dial )|(?<=tel: )|(?<=tel\. )|(?<=phone: ))(\d{3})[- ](\d{4})(?![\w-])"), lambda m: f"{digits(m[1])}, {digits(m[2])}"),
    (re.compile(rf"\b({_DAY})\.?\s?[-–]\s?({_DAY})\b\.?(?![a-z])"), lambda m: f"{_DAYS[m[1]]} to {_DAYS[m[2]]}"),
    (re.compile(r"(?<![\w/.:~])/(?:[A-Za-z_][\w.-]*/)+[A-Za-z_]?[\w.-]*[\w-]|(?<![\w/.:~])/(?:usr|etc|bin|home|var|tmp|opt)\b"), _path),
    (re.compile(r"(?<![|\w])\|([-−]?[\w.]{1,8}(?:\s?[-−+]\s?[\w.]{1,8})?)\|(?![|\w])"), lambda m: f"the absolute value of {m[1]}" if m.string.count("|") == 2 else m[0]),
    (re.compile(r"∛|³√"), "the cube root of "),
    (re.compile(r"(?<=\d)!(?=\s*[=+×÷/])"), " factorial"),
    (re.compile(r"\bd([xyzt])/d([xyzt])\b"), r"d \1 by d \2"),
    (re.compile(rf"(?<![\w./,])((?:\d{{1,3}}[ -])?)(\d{{1,2}}/\d{{1,2}})\s?({_SMALL})(?![\w/²³^])"), _spoonful),
    (re.compile(r"(?<![\w./])(\d{1,2}(?:\.\d)?)/(5|10|20|100)(?=\s(?:stars?|points?)\b)"), lambda m: f"{number(m[1])} out of {number(m[2])}"),
    (re.compile(r"(?<=\b[Rr]ated )(\d(?:\.\d)?)/(5|10)\b|(?<=\b[Rr]ating of )(\d(?:\.\d)?)/(5|10)\b"), lambda m: f"{number(m[1] or m[3])} out of {number(m[2] or m[4])}"),
    (re.compile(r"\b([A-F])\+(?![\w+])"), r"\1 plus"),
    (re.compile(r"(?:(?<=[Gg]rade )|(?<=\ba )|(?<=\ban ))([A-F])[-−](?=[\s.,!?]|$)"), r"\1 minus"),
    (re.compile(r"\b([01])'?s\b(?! [a-z]+ (?:of|and) \d)"), lambda m: "zeros" if m[1] == "0" else "ones"),
    (re.compile(r"\b(?=[XVI]{2})(X{0,2}(?:IX|IV|V?I{0,3}))(?:th|st|nd|rd)?(?=[ -][Cc]entur)"), lambda m: ordinal(roman(m[1]))),
    (re.compile(rf"(?<![\w.$£€¥,])(\d[\d,]*(?:\.\d+)?)(M|B|mn|bn)(?=\s(?:{_COUNTED})\b)|(?<![\w.$£€¥,])(\d[\d,]*\.\d+)(M|B|mn|bn)\b"),
     lambda m: f"{number(m[1] or m[3])} {_LARGE[m[2] or m[4]]}"),
    (re.compile(r"(?<![\w.,])(\d{2,3}(?:\.\d)?)F\b"), lambda m: f"{number(m[1])} degrees Fahrenheit"),
    (re.compile(r"(?<=\d)(°|º)(?=\s(?:angle|turn|rotation|view|arc|corner|bend|heat|weather)s?\b)"), " degree"),
    (re.compile(r"(?<![\w)+])\+(?=\d[\d.,]*\s?%)"), "plus "),
    (re.compile(r"\bm/s(?:\^2|²)"), "meters per second squared"),
)  # fmt: skip
