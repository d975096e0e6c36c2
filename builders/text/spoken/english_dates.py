"""Dates, years, decades and times of day as English words."""

from __future__ import annotations

import re

from builders.text.spoken.english_numbers import cardinal, number, ordinal, plural, year
from builders.text.spoken.rules import Rule

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_BY_ABBREVIATION = {name[:3]: name for name in _MONTHS} | {"Sept": "September"}
_MONTH = (
    r"(January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?)"
)
_DAY = r"(0?[1-9]|[12]\d|3[01])"
_YEAR = r"(1\d{3}|20\d{2})"
_HALF = r"\s?(?:([AaPp])\.?\s?[Mm]\b(?:\.(?!\s*$|\s+[A-Z]))?)"
_END = r"(?![\d:/]|[.,]\d)"
_PLURALS = (
    r"(?:[a-z]+-)?(?!was\b|is\b|has\b|does\b|this\b|as\b|us\b|its\b|plus\b|class\b|series\b|news\b|"
    r"(?:olympics|elections|games)\b)[a-z]{2,}s\b(?!')|"
    r"(?:people|men|women|children|feet|mice|sheep|fish|percent|pounds|more|other|different|"
    r"square|cubic|total|new|words?|miles?|calories|kilo\w*|meters?)\b"
)
_QUANTITY = r"(?:about|over|than|least|most|exceeds?|totals?|costs?|worth|approximately|nearly|almost|up to|times|equals|another|every|all|only|contains?|has|have|are|were|exactly|number|minus)"
_DECADES = {0: "hundreds", 10: "tens"}


def _month(text: str) -> str:
    return _BY_ABBREVIATION.get(text.rstrip("."), text)


def _date(month: str, day: str, the_year: str | None) -> str:
    words = f"{_month(month)} {ordinal(int(day))}"
    return f"{words}, {year(int(the_year))}" if the_year else words


def _numeric(the_year: str, month: str, day: str) -> str | None:
    if 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
        return f" {_date(_MONTHS[int(month) - 1], day, the_year)}"
    return None


def _iso(match: re.Match[str]) -> str:
    return _numeric(match.group(1), match.group(3), match.group(4)) or match.group()


def _slashed(match: re.Match[str]) -> str:
    first, mark, second, the_year = match.groups()
    if len(the_year) == 2:
        the_year = ("20" if int(the_year) < 50 else "19") + the_year
    # The month comes first in slashed dates, as in the sources; points mean day first.
    month, day = (second, first) if mark == "." or int(first) > 12 else (first, second)
    return _numeric(the_year, month, day) or match.group()


def _day_first(match: re.Match[str]) -> str:
    article, day, month, the_year = match.groups()
    words = f"{article or 'the '}{ordinal(int(day))} of {_month(month)}"
    return f"{words} {year(int(the_year))}" if the_year else words


def decade(text: str) -> str:
    """``1990`` → ``nineteen nineties``, ``80`` → ``eighties``, ``2000`` → ``two thousands``."""
    tail = int(text[-2:])
    tens = _DECADES.get(tail) or plural(cardinal(tail))
    if len(text) == 2:
        return plural(cardinal(tail))
    if text == "2000":
        return "two thousands"
    if int(text) % 1000 == 0:
        return plural(cardinal(int(text)))
    return f"{cardinal(int(text[:2]))} {tens}"


def _clock(match: re.Match[str]) -> str:
    hour, minute, second, half = match.groups()
    if int(hour) > 24 or int(minute) > 59:
        return match.group()
    marked = f" {half.upper()} M" if half else ""
    head = cardinal(int(hour))
    if second and second != "00":
        tail = "" if minute == "00" else f" {_minute(minute)}"
        return f"{head}{tail} and {cardinal(int(second))} second{'s' * (int(second) != 1)}{marked}"
    if minute == "00":
        if half:
            return head + marked
        return f"{head} o'clock" if 1 <= int(hour) <= 12 else f"{head} hundred"
    return f"{head} {_minute(minute)}{marked}"


def _minute(text: str) -> str:
    return f"oh {cardinal(int(text))}" if text[0] == "0" else cardinal(int(text))


def _years(match: re.Match[str]) -> str:
    first, second = match.groups()
    if len(second) == 2 and int(second) <= int(first[2:]):
        return match.group()
    return f"{year(int(first))} to {year(int(second))}"


RULES: tuple[Rule, ...] = (
    (re.compile(r"(\b[Bb]etween \d[\d.,]*)\s?[-–]\s?(?=\d)"), r"\1 and "),
    (re.compile(r"\b24/7\b"), "twenty-four seven"),
    (re.compile(r"\b50[/-]50\b"), "fifty-fifty"),
    (re.compile(r"(?<![\w/-])9/11\b(?!/)"), "nine eleven"),
    (re.compile(r"\b20/20\b"), "twenty twenty"),
    (re.compile(rf"\b{_YEAR}([-/.])(0?[1-9]|1[0-2])\2{_DAY}(?:T(?=\d\d:))?{_END}"), _iso),
    (re.compile(rf"(?<![\d/.-])(\d{{1,2}})([/.-])(\d{{1,2}})\2(\d{{4}}|(?<=/)\d\d){_END}"), _slashed),
    (re.compile(rf"\b{_MONTH} {_DAY}(?:st|nd|rd|th)?\s?[-–—]\s?{_DAY}(?:st|nd|rd|th)?(?:,? {_YEAR})?{_END}"),
     lambda m: f"{_month(m[1])} {ordinal(int(m[2]))} to {ordinal(int(m[3]))}" + (f", {year(int(m[4]))}" if m[4] else "")),
    (re.compile(rf"\b{_MONTH} {_DAY}(?:st|nd|rd|th)?(?:,? {_YEAR}\b)?{_END}(?![%$])"), lambda m: _date(*m.groups())),
    (re.compile(rf"\b([Tt]he )?{_DAY}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b(?:,? {_YEAR}\b)?"), _day_first),
    (re.compile(rf"\b{_MONTH},? {_YEAR}\b{_END}"), lambda m: f"{_month(m[1])} {year(int(m[2]))}"),
    (re.compile(r"(?<![\w'])'(\d0)s\b"), lambda m: decade(m[1])),
    (re.compile(r"\b(\d{3}0)'?s\b"), lambda m: decade(m[1])),
    (re.compile(r"\b([2-9]0)'?s\b"), lambda m: decade(m[1])),
    (re.compile(r"(?<![\w'])'(\d\d)\b"), lambda m: f"oh {cardinal(int(m[1]))}" if m[1][0] == "0" else cardinal(int(m[1]))),
    (re.compile(rf"(?<![\w:.])(\d{{1,2}})(?::(\d\d))?(?:{_HALF})?\s?[-–—]\s?(\d{{1,2}})(?::(\d\d))?{_HALF}"),
     lambda m: f"{_span(m[1], m[2], m[3])} to {_span(m[4], m[5], m[6])}"),
    (re.compile(r"(?<![\w:.])(\d{1,2}:\d\d)\s?[-–—]\s?(\d{1,2}:\d\d)(?![\w:])"), r"\1 to \2"),
    (re.compile(rf"(?<![\w:.])(\d{{1,2}})[:.](\d\d)(?::(\d\d))?{_HALF}"), _clock),
    (re.compile(r"(?<![\w:.])(\d{1,2}):(\d\d)(?::(\d\d))?(?![\w:])()"), _clock),
    (re.compile(rf"(?<![\w:.])(1[0-2]|0?[1-9]){_HALF}"), lambda m: f"{cardinal(int(m[1]))} {m[2].upper()} M"),
    (re.compile(r"(?<![\w:.,-])(\d{1,3}):(\d{1,3})(?![\w:])"), lambda m: f"{number(m[1])} to {number(m[2])}"),
    (re.compile(r"(?<![\w.,/-])(1[1-9]\d\d|20\d\d)\s?[-–—/]\s?(1[1-9]\d\d|20\d\d|\d\d)(?![\w/-]|[.,]\d|\s*=)"), _years),
    (re.compile(r"(?<![\w.,$£€-])(1[1-9]\d\d|20\d\d)(?=\s(?:A\.?D|B\.?C|C\.?E|B\.?C\.?E)\b)"), lambda m: year(int(m[1]))),
    (re.compile(rf"(?i:(?<!\w)((?:in|since|by|from|until|till|before|after|during|circa|year|early|late|mid|summer|winter|spring|fall|autumn|©|class of)[\s-]|\())(1\d{{3}}|20\d\d)(?![\w-]|[.,]\d|%|\s*[-+×*/÷=<>]|\s(?:{_PLURALS}))"),
     lambda m: m[1] + year(int(m[2]))),
    (re.compile(rf"(\b{_QUANTITY}\s|[-+×*/÷=<>]\s)?(?<![\w.,$£€+×*÷=<>#/-])(19\d\d|20\d\d)(?!\w|[.,]\d|%|\+|-\w|\s*[-+×*/÷=<>]|\s(?:{_PLURALS}))"),
     lambda m: m.group() if m[1] else year(int(m[2]))),
)  # fmt: skip


def _span(hour: str, minute: str | None, half: str | None) -> str:
    words = cardinal(int(hour))
    if minute and minute != "00":
        words += f" {_minute(minute)}"
    return f"{words} {half.upper()} M" if half else words
