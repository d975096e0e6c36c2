"""Formulas as people type them: ``2*3``, ``2**3``, ``1e-5``, and the minus among hyphens.

A hyphen between numbers is a range, a score or part of a name; it is a minus only where what
stands around it is a formula. Runs before Markdown is removed, which would take two asterisks of a
product for emphasis.
"""

from __future__ import annotations

import re

_POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"
_VALUE = (
    r"(?:(?:\d+(?:\.\d+)?)?(?:[A-Za-z](?![A-Za-z])|(?<=\d)[abcxyz]{2}(?![A-Za-z]))"
    r"|\d+(?:[.,]\d+)*%?)"
)
_TERM = rf"[(]*{_VALUE}[{_POWERS}]*(?:\^[({{]?[-+]?\w+[)}}]?)?[)!]*"
_FORMULA = re.compile(
    rf"(?<![A-Za-z\d/?&=@#%._^{_POWERS}-])(?<!U\+)(?!U\+)[(]*(?:[-−]\s?)?{_TERM}"
    rf"(?:(?:\s*[-−–+*×÷/=<>≤≥≈≠]+\s*[-−]?|(?=\())(?:√?{_TERM}|\(-\s?{_TERM}))+(?![A-Za-z]{{2}})"
)
_STRONG = re.compile(rf"[=+*×÷^≤≥√{_POWERS}]|[-−]\s*\(\s*[-−]")
_UNKNOWN = re.compile(
    r"(?:(?<![A-Za-z\d])|(?<=[\d(]))[xyzn]\s*[)]*\s*[-−–]\s*[\d(]"
    r"|(?<=\d)[a-z]\s[-–]\s\d+(?![\d.]*[a-z])"
    r"|\((?=[^()]*[a-z])[^()]*\s[-–]\s[^()]*\)"
)
_MINUS = re.compile(r"(?<=[\w)!%⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ])(\s*)[-–](\s*)(?=[\w(√])")
_ASKED = re.compile(
    r"(?:(?<=What is )|(?<=what is )|(?<=What's )|(?<=what's )|(?<=alculate )|(?<=ompute )|(?<=计算)"
    r"|(?<=请问)|(?<=求))(\d{1,6})\s?[-–]\s?(\d{1,6})(?=\s*(?:[?？=。.]|$|等于|是多少|的))"
    r"|(?<![\w.-])(\d{1,6})\s?[-–]\s?(\d{1,6})(?=\s*(?:等于|是多少|得多少))"
)
_SCIENTIFIC = re.compile(
    r"(?<![\w.])(\d+(?:\.\d+)?)(?:e|(?<=\.\d)E|E(?=[-+]))([-+]?)(\d{1,3})(?!\w)"
)
_POWER_OF = re.compile(r"(?<=[\d)])\*\*(?=[\d(])|(?<=\b[a-z])\*\*(?=\d)")
_TIMES = re.compile(r"(?<=[\d)%°])( ?)\*\1(?=\.?\d|[($£€])|(?<=\w)( )\*\2(?=[\d(])")


def read_formulas(text: str) -> str:
    """Give every operator of a formula its own sign.

    >>> read_formulas("7-6*2 and 5-6 people, 1e-5")
    '7−6×2 and 5-6 people, 1×10^-5'
    """
    if not any(char in text for char in "-–*e"):
        return text
    text = _TIMES.sub(lambda m: "⋅" if m[2] else "×", _POWER_OF.sub("^", text))
    text = _SCIENTIFIC.sub(lambda m: f"{m[1]}×10^{m[2].strip('+')}{m[3]}", text)
    text = _ASKED.sub(_difference, text)
    return _FORMULA.sub(_formula, text)


def _difference(match: re.Match[str]) -> str:
    first, second = (group for group in match.groups() if group is not None)
    falls = int(first) >= int(second) and not first.startswith("0")
    return f"{first}−{second}" if falls else match.group()


def _formula(match: re.Match[str]) -> str:
    text = match.group()
    if not _STRONG.search(text) and not _UNKNOWN.search(text):
        return text
    return _MINUS.sub(r"\1−\2", text)
