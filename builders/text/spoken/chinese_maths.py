"""Percentages, fractions, operators and Greek letters in Chinese."""

from __future__ import annotations

import re

from builders.text.spoken.chinese_measures import NUMBER, RANGE
from builders.text.spoken.chinese_numbers import cardinal, number
from builders.text.spoken.rules import Rule

_VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8),
    "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip
GREEK = {
    "α": "阿尔法", "β": "贝塔", "γ": "伽马", "δ": "德尔塔", "Δ": "德尔塔", "ε": "艾普西龙", "ζ": "泽塔",
    "η": "伊塔", "θ": "西塔", "Θ": "西塔", "ι": "约塔", "κ": "卡帕", "λ": "兰姆达", "Λ": "兰姆达",
    "μ": "缪", "ν": "纽", "ξ": "克西", "π": "派", "Π": "派", "ρ": "柔", "σ": "西格玛", "Σ": "西格玛",
    "τ": "陶", "φ": "斐", "Φ": "斐", "χ": "希", "ψ": "普西", "Ψ": "普西", "ω": "欧米伽", "Ω": "欧米伽",
    "Γ": "伽马",
}  # fmt: skip
_OPERATORS = {
    "+": "加", "＋": "加", "-": "减", "−": "减", "–": "减", "×": "乘", "*": "乘", "x": "乘", "X": "乘",
    "÷": "除以", "/": "除以", "=": "等于", "==": "等于", "≠": "不等于", "!=": "不等于", "<": "小于", ">": "大于",
    "≤": "小于等于", "≥": "大于等于", "<=": "小于等于", ">=": "大于等于", "≈": "约等于", "±": "正负",
    "≡": "恒等于", "∈": "属于", "→": "到",
}  # fmt: skip
_WORDS = {
    "√": "根号", "∞": "无穷大", "∑": "求和", "∫": "积分", "∠": "角", "⊥": "垂直于", "∥": "平行于", "△": "三角形",
    "∵": "因为", "∴": "所以", "∈": "属于", "⊂": "包含于", "∪": "并", "∩": "交", "≠": "不等于", "≈": "约等于",
    "≤": "小于等于", "≥": "大于等于", "×": "乘", "⋅": "乘", "÷": "除以", "±": "正负", "→": "，", "⇒": "，", "∂": "偏",
    "∝": "正比于", "≡": "恒等于",
}  # fmt: skip
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n")
_TERM = r"(?:\d(?:[\d.,]*\d)?[%°]?|(?<![A-Za-z])\d*[A-Za-z](?![A-Za-z])|[)）⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ!πθ？?□○_])"
_NEXT = r"(?=\s*[-−+(（√]?\s?(?:\d|(?<![A-Za-z])[A-Za-z](?![A-Za-z])|\d*[A-Za-z](?![A-Za-z])|[πθ？?□○_(（]))"


def _percent(text: str) -> str:
    minus = "负" if text[0] in "-−" else ""
    return f"{minus}百分之{number(text.lstrip('-−+'))}"


def _fraction(match: re.Match[str]) -> str:
    whole, top, bottom = match.groups()
    if int(bottom) == 0:
        return match.group()
    words = f"{cardinal(int(bottom))}分之{cardinal(int(top))}".replace("两百分", "二百分")
    return f"{number(whole)}又{words}" if whole else words


def _power(match: re.Match[str]) -> str:
    power = match[1].translate(_SUPER).strip("()")
    if power == "2":
        return "的平方"
    if power == "3":
        return "的立方"
    minus = "负" if power.startswith("-") else ""
    plain = power.lstrip("+-")
    return f"的{minus}{number(plain) if plain.isdigit() else plain}次方"


def _operator(match: re.Match[str]) -> str:
    return match[1] + _OPERATORS[match[2]]


_PART = r"[(（][^()（）]*[\d+×*−^²³ⁿ-][^()（）]*[)）]"  # a part of a formula in parentheses
RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<!\^\()(?<=[(（=,，<>≤≥\[])\s?[-−](?=[a-z](?![A-Za-z-])|∞)"), "负"),
    (re.compile(rf"(?<![A-Za-z\d.])(\d+(?:\.\d+)?|[A-Za-z]|{_PART})\s?/\s?(?={_PART})|({_PART})\s?/\s?(?=\d|[A-Za-z](?![A-Za-z]))"), lambda m: f"{m[1] or m[2]}除以"),
    (re.compile(r"\^\(([^()^]*[^()^\d][^()^]*)\)"), lambda m: f"的{m[1].replace('-', '−')}次方" if len(m[1].lstrip("+-")) > 1 else m[0]),
    (re.compile(r"(?<![A-Za-z\d./])([A-Za-z])/(\d{1,2})(?![\w/])|(?<![A-Za-z\d./])([A-Za-z])/([2-9]|\d\d)(?=[\u4e00-\u9fff])(?![个座楼栋单号室层班])"), lambda m: f"{number(m[2] or m[4])}分之{m[1] or m[3]}"),
    (re.compile(rf"([-−]?{NUMBER})\s?%?{RANGE}({NUMBER})\s?%"), lambda m: f"{_percent(m[1])}到{_percent(m[2])}"),
    (re.compile(rf"(?:(?<![\w)）])[-−+])?{NUMBER}\s?%"), lambda m: _percent(m[0].rstrip("% "))),
    (re.compile(rf"({NUMBER})\s?‰"), lambda m: f"千分之{number(m[1])}"),
    (re.compile(r"(?<=[=＝+×÷(（<>≤≥为是：:])(\s?)[-−](?=\d+/\d)"), "负"),
    (re.compile(rf"(?:(\d+)\s?)?([{''.join(_VULGAR)}])"),
     lambda m: f"{number(m[1]) + '又' if m[1] else ''}{cardinal(_VULGAR[m[2]][1])}分之{cardinal(_VULGAR[m[2]][0])}"),
    (re.compile(rf"({_TERM})\s*(==|!=|<=|>=|[+×*÷=<>≤≥≠≈±≡∈−])\s*{_NEXT}"), _operator),
    (re.compile(r"(?<![\d./])(?:(\d{1,3})[又 ])?(\d{1,4})/([1-9]\d{0,3})(?![\d/]|\.\d)"), _fraction),
    (re.compile(r"\^(\(?[-+]?(?:\d+|[A-Za-z](?![A-Za-z]))\)?)"), _power),
    (re.compile(r"(?<=[\w)）])([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|ⁿ)"), _power),
    (re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+"), lambda m: m[0].translate(_SUPER)),
    (re.compile(r"(\d)\s*([-–/])\s*(?=\d+(?:\.\d+)?(?:\s*[-–/]\s*\d+(?:\.\d+)?)*\s*(?:[=+×÷]|等于))"), _operator),
    (re.compile(r"(\d)\s+([-–/])\s+(?=\d)"), _operator),
    (re.compile(r"([加减乘于(（]|[除乘]以)\s*(\d+)\s*-\s*(?=\d)"), r"\1\2减"),
    (re.compile(r"(?<![|\w])\|([-−]?[\w.]{1,8}(?:[-−+][\w.]{1,8})?)\|(?![|\w])"), lambda m: f"{m[1]}的绝对值" if m.string.count("|") == 2 else m[0]),
    (re.compile(r"(?:^|(?<=[\s，。：:（(]))[~～]\s?(?=\d)"), "约"),
    (re.compile(r"(\d)\s*([xX])\s*(?=\d)"), _operator),
    (re.compile(r"(?<=[\w)）])\s*=\s*(?=\w)"), "等于"),
    (re.compile(r"(?:(?<=[^\w])|^|(?<=[A-Za-z\u4e00-\u9fff]))([<>≤≥≈±]=?)\s?(?=\d)"), lambda m: {"<": "小于", ">": "大于", "≤": "小于等于", "≥": "大于等于", "≈": "约", "±": "正负", "<=": "小于等于", ">=": "大于等于"}.get(m[1], m[0])),
    (re.compile(f"[{''.join(_WORDS)}]"), lambda m: _WORDS[m[0]]),
    (re.compile(f"[{''.join(GREEK)}]"), lambda m: GREEK[m[0]]),
)  # fmt: skip
