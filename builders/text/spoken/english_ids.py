"""Numbers that are names: phones, cards, addresses of machines, versions, rooms, codes."""

from __future__ import annotations

import re

from builders.text.spoken.english_numbers import cardinal, digits, number, pairs
from builders.text.spoken.rules import Rule

_SOFTWARE = (
    r"Python|Java|Node|PHP|Ruby|Rust|Go|Swift|Kotlin|iOS|Android|macOS|Windows|Ubuntu|Debian|Linux|"
    r"Chrome|Firefox|Django|React|Angular|Vue|CUDA|HTML|CSS|HTTP|Bluetooth|USB|Unity|PyTorch|TensorFlow|"
    r"[Vv]ersion|[Rr]elease|GPT|Llama|Qwen|Claude|Gemini"
)
_PLACES = r"[Rr]oom|[Ff]light|[Hh]ighway|[Rr]oute|[Ii]nterstate|[Bb]us|[Aa]partment|[Ss]uite|Boeing|Airbus|Peugeot|Porsche|Hwy"
_CODES = (
    r"PIN|pin|code|Code|password|passcode|zip|ZIP|ext\.?|extension|serial number|account number|ID|"
    r"phone number|[Cc]all|[Dd]ial|tracking number|confirmation number|order number"
)
_ENTITY = r"(?:\s(?:is|was|number|code|at|to))?:?\s#?"


def _groups(text: str) -> str:
    groups = re.findall(r"\d+", text)
    plus = "plus " if text.lstrip().startswith("+") else ""
    return plus + ", ".join(
        "eight hundred" if g in ("800",) and i < 2 else digits(g) for i, g in enumerate(groups)
    )


def _version(text: str) -> str:
    return " point ".join(
        digits(part) if len(part) > 1 and part[0] == "0" else number(part)
        for part in text.split(".")
    )


def _mixed(match: re.Match[str]) -> str:
    text = match.group()
    parts = re.findall(r"[A-Za-z]+|\d+", text)
    code = len(parts) > 3 or sum(len(part) for part in parts if part.isdigit()) > 4
    words = []
    for part in parts:
        if part.isdigit():
            words.append(
                digits(part)
                if code or part[0] == "0" != part
                else pairs(part)
                if len(part) == 3
                else cardinal(int(part))
            )
        elif code or (part.isupper() and len(part) <= 3) or len(part) == 1:
            words.append(" ".join(part.upper() if len(part) > 1 or part in "kdg" else part))
        else:
            words.append(part)
    return " ".join(words)


RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<=\b[A-Z]{2} )(\d{5})(?:-(\d{4}))?(?![\w-]|[.,]\d)"), lambda m: digits(m[1]) + (f", {digits(m[2])}" if m[2] else "")),
    (re.compile(r"(?<![\w.,$£€-])([1-9]\d{2,3})(?= (?:[NSEW]\.? )?(?:[A-Z]\w+ ){1,3}(?:Street|St|Avenue|Ave|Blvd|Boulevard|Road|Rd|Lane|Ln|Drive|Court|Place|Way)\b)"), lambda m: pairs(m[1])),
    (re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d)(?::\d+)?"),
     lambda m: " dot ".join(digits(p) for p in re.split(r"[.]", m[0].split(":")[0])) + (f" port {number(m[0].split(':')[1])}" if ":" in m[0] else "")),
    (re.compile(r"(?<![\w+])\+\d{1,3}[-. ]?(?:\(\d{1,4}\)[-. ]?)?\d{2,5}(?:[-. ]?\d{2,5}){1,4}(?!\w)"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\w.])(?:1[-. ])?\(\d{3}\)\s?\d{3}[-. ]\d{4}(?!\w)"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\w.,-])(?:1[-. ])?\d{3}([-. ])\d{3}\1\d{4}(?![\w-])"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\w.,-])\d{3}-\d{2}-\d{4}(?![\w-])"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\w.,-])555-\d{4}(?![\w-])"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\w.,-])0\d{2,4} \d{3,4} \d{3,4}(?![\w-])"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\w.,-])\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?![\w-])"), lambda m: _groups(m[0])),
    (re.compile(r"(?<![\w.,-])97[89]-(?:\d+-){3}[\dX](?![\w-])"), lambda m: _groups(m[0])),
    (re.compile(rf"(?<!\w)((?:{_CODES}){_ENTITY})(\d{{3,}}(?:-\d{{3,}})*)(?!\w|[.,]\d)"), lambda m: m[1] + _groups(m[2]).replace("eight hundred", "eight zero zero")),
    (re.compile(rf"\b((?:{_PLACES})(?:\s[Nn]umber)?\s)([1-9]\d{{2,3}})(?!\w|[.,]\d)"), lambda m: m[1] + pairs(m[2])),
    (re.compile(r"(?<!\d )\b[vV](?:er)?\.?\s?(\d+(?:\.\d+)*)(?!\w)"), lambda m: f"version {_version(m[1])}"),
    (re.compile(rf"\b((?:{_SOFTWARE})[\s-])(\d+(?:\.\d+)+)(?=\+?(?!\w))"), lambda m: m[1].replace("-", " ") + _version(m[2])),
    (re.compile(r"(?<![\w.])(\d+(?:\.\d+){2,})(?!\w)"), lambda m: _version(m[1])),
)  # fmt: skip

MIXED: Rule = (
    re.compile(r"(?<![^\W_])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]+(?![^\W_])"),
    _mixed,
)
