"""Fractions, operators and Greek letters as English words."""

from __future__ import annotations

import re

from builders.text.spoken.english_numbers import cardinal, number, ordinal
from builders.text.spoken.rules import Rule

_VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "Δ": "delta", "ε": "epsilon",
    "ζ": "zeta", "η": "eta", "θ": "theta", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi",
    "π": "pi", "ρ": "rho", "σ": "sigma", "Σ": "sigma", "τ": "tau", "φ": "phi", "χ": "chi",
    "ψ": "psi", "ω": "omega", "Ω": "omega", "κ": "kappa", "ι": "iota", "Γ": "gamma",
    "Θ": "theta", "Λ": "lambda", "Π": "pi", "Φ": "phi", "Ψ": "psi",
}  # fmt: skip
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_OPERATORS = {
    "+": "plus", "−": "minus", "-": "minus", "–": "minus", "×": "times", "*": "times",
    "÷": "divided by", "/": "divided by", "=": "equals", "<": "is less than",
    ">": "is greater than", "≤": "is less than or equal to", "≥": "is greater than or equal to",
    "≠": "does not equal", "≈": "is approximately", "±": "plus or minus", "≡": "is equivalent to",
    "==": "equals", "!=": "does not equal", "<=": "is less than or equal to",
    ">=": "is greater than or equal to", "x": "times", "X": "times",
}  # fmt: skip
_LEADING = {
    "≥": "at least", "≤": "at most", ">": "more than", "<": "less than", "≈": "approximately",
    "±": "plus or minus", "~": "about", ">=": "at least", "<=": "at most", "∼": "about",
}  # fmt: skip
_WORDS = {
    "∞": "infinity", "√": "the square root of ", "∑": "the sum of ", "∫": "the integral of ",
    "∠": "angle ", "∈": "in", "∪": "union", "∩": "intersection", "⊂": "is a subset of",
    "→": ",", "⇒": ",", "⟶": ",", "∴": "therefore", "∵": "because", "⊥": "is perpendicular to",
    "∥": "is parallel to", "△": "triangle ", "∂": "partial ", "∝": "is proportional to",
    "≠": "does not equal", "≈": "approximately", "≤": "less than or equal to",
    "≥": "greater than or equal to", "×": "by", "⋅": "times", "÷": "divided by", "±": "plus or minus",
}  # fmt: skip
_NUMBER = r"(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?"
_TERM = rf"(?:{_NUMBER}(?:%|°)?|\b\d*[A-Za-z]\d?\b|[)⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ!πθ])"
_NEXT = r"(?=\s*[-−+]?(?:\d|\.\d|[($£€√πθ]|\d*[A-Za-z](?![A-Za-z])))"


_PART = r"\([^()]*[\d+×*−^²³ⁿ-][^()]*\)"  # a part of a formula in parentheses


def fraction(top: int, bottom: int) -> str:
    """``3, 4`` → ``three quarters``; rare denominators are read with "over"."""
    if bottom in (2, 4):
        part = "half" if bottom == 2 else "quarter"
        if bottom == 2 and top != 1:
            part = "halves"
        elif bottom == 4 and top != 1:
            part = "quarters"
    elif 3 <= bottom <= 20 or bottom in (30, 50, 100, 1000):
        part = ordinal(bottom).removeprefix("one ") + ("s" if top != 1 else "")
    else:
        return f"{cardinal(top)} over {cardinal(bottom)}"
    return f"{cardinal(top)} {part}"


def _mixed(whole: str, top: int, bottom: int) -> str:
    words = fraction(top, bottom)
    return f"{number(whole)} and {'a half' if words == 'one half' else words.replace('one quarter', 'a quarter')}"


def _slash(match: re.Match[str]) -> str:
    top, bottom = int(match[1]), int(match[2])
    if bottom == 0 or len(match[1]) > 4 or len(match[2]) > 4 or match[1][0] == "0" != match[1]:
        return f"{number(match[1])} slash {number(match[2])}"
    if (
        top == bottom
        or (top > bottom and bottom in (10, 100))
        or (bottom == 10 and top > 6 and not match.string[match.end() :].startswith(" of "))
    ):
        return f"{number(match[1])} out of {number(match[2])}"
    if top > 3 * bottom or top == 0:
        return f"{number(match[1])} over {number(match[2])}"
    return fraction(top, bottom)


def _power(match: re.Match[str]) -> str:
    power = match[1].translate(_SUPER)
    if power == "2":
        return " squared "
    if power == "3":
        return " cubed "
    sign = "minus " if power.startswith("-") else ""
    plain = power.lstrip("+-")
    return f" to the power of {sign}{number(plain) if plain.isdigit() else 'N' if plain == 'ⁿ' else plain} "


def _leading(match: re.Match[str]) -> str:
    """A sign before a number is a comparison of its own unless a term stands before it."""
    before = match.string[: match.start()].rstrip()
    if match[1] != "~" and re.search(r"(?:\d|\b[A-Za-z]|[)²³%°])$", before):
        return match.group()
    return f" {_LEADING[match[1]]} "


LEADING: Rule = (re.compile(r"(?<![\w<>=])([<>]=?|[≥≤≈±~∼])\s?(?=[-−$£€]?\.?\d)"), _leading)
RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<!\^\()(?<=[(=,<>≤≥\[])(\s?)[-−](?=[a-z](?![A-Za-z-])|∞)"), r"\1 minus "),
    (re.compile(r"(?<![\w.:])\d{1,3}(?::\d{1,3}){2,5}(?![\w:]|\.\d)"), lambda m: m[0].replace(":", " to ")),
    (re.compile(r"(?<![\w./])(\d+)(?: /|/ )(\d+)(?![\w./])"), r"\1/\2"),
    (re.compile(rf"(?<![\w.])(\d+(?:\.\d+)?|[a-z]|{_PART})\s?/\s?(?={_PART})|({_PART})\s?/\s?(?=\d|[a-z](?![A-Za-z]))|(?<![\w./])([a-z])/(?=\d{{1,2}}(?![\w/]))"),
     lambda m: f"{m[1] or m[2] or m[3]} over "),
    (re.compile(r"\^\(([^()^]*[^()^\d][^()^]*)\)"), lambda m: f" to the power of {m[1].replace('-', '−')}" if len(m[1].lstrip('+-')) > 1 else m[0]),
    (re.compile(rf"(?<![\w.])({_NUMBER})\s?[-−]\s?(?={_NUMBER}(?:\s?[-−]\s?{_NUMBER})*\s?=)"), r"\1 minus "),
    (re.compile(r"([=+×−]\s?\d+)(?!am|pm|st|nd|rd|th)([a-z])([a-z])(?=\s?[-+=−×)]|\s*$)"), lambda m: f"{m[1]} {m[2].upper()} {m[3].upper()}"),
    (re.compile(r"(?<![A-Za-z])([a-z])([a-z])(?=[²³])"), lambda m: f"{m[1].upper()} {m[2].upper()}"),
    (re.compile(r"(?<=\d)x (?=(?:[a-z]+er|as|more|less|the|faster|better)\b)"), " times "),
    (re.compile(rf"(?<![\w.])({_NUMBER})\s?([{''.join(_VULGAR)}])"), lambda m: _mixed(m[1], *_VULGAR[m[2]])),
    (re.compile(f"[{''.join(_VULGAR)}]"), lambda m: f" {fraction(*_VULGAR[m[0]])} "),
    (re.compile(r"(?<![\w./,-])(\d{1,3})[ -]([1-9]\d?)/([2-9]|1\d|20|32|64)(?![\w/]|\.\d)"),
     lambda m: _mixed(m[1], int(m[2]), int(m[3])) if int(m[2]) < int(m[3]) else m[0]),
    (re.compile(rf"({_TERM})\s*(==|!=|<=|>=|[+×*÷=<>≤≥≠≈±≡−]){_NEXT}"), lambda m: f"{m[1]} {_OPERATORS[m[2]]} "),
    (re.compile(rf"({_TERM})\s*(==|!=|<=|>=|[+×*÷=<>≤≥≠≈±≡−])\s*(?=\?|_)"), lambda m: f"{m[1]} {_OPERATORS[m[2]]} what"),
    (re.compile(r"(?<![\w./,])(\d+)/(\d+)(?:th|rd|nd)?s?(?![\w/]|\.\d)"), _slash),
    (re.compile(r"\^\(?([-+]?(?:\d+|[A-Za-z](?![A-Za-z])))\)?"), _power),
    (re.compile(r"\s*×\s*(?=(?:[a-z]+[- ]){1,8}(?:dollars?|percent|cents?)\b)|(?:(?<=dollars)|(?<=cents)|(?<=percent)) ?× ?"), " times "),
    (re.compile(r"(?<=\S)([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|ⁿ)"), _power),
    (re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+"), lambda m: m[0].translate(_SUPER)),
    (re.compile(r"(\d)\s+([-–/])\s+(?=[\d(])"), lambda m: f"{m[1]} {_OPERATORS[m[2]]} "),
    (re.compile(r"(\d)\s+[xX]\s+(?=\d+(?:\.\d+)?\s*[=?])"), r"\1 times "),
    (re.compile(r"(\d)\s*[xX]\s*(?=\d)"), r"\1 by "),
    (re.compile(r"(?<=[\w)])\s+([=])\s+(?=\w)"), " equals "),
    (re.compile(rf"[{''.join(_WORDS)}]"), lambda m: f" {_WORDS[m[0]]} "),
    (re.compile(rf"([{''.join(GREEK)}])-(?=[A-Za-z])"), lambda m: f"{GREEK[m[1]]} "),
    (re.compile(rf"[{''.join(GREEK)}]+"), lambda m: f" {' '.join(GREEK[c] for c in m[0])} "),
)  # fmt: skip
