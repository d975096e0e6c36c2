"""Amounts of money in Chinese."""

from __future__ import annotations

import re

from builders.text.spoken.chinese_measures import NUMBER, RANGE
from builders.text.spoken.chinese_numbers import scaled, trimmed
from builders.text.spoken.rules import Rule

_NAMES = {
    "HK$": "港元", "NT$": "新台币", "US$": "美元", "A$": "澳元", "AU$": "澳元", "C$": "加元", "CA$": "加元",
    "S$": "新加坡元", "NZ$": "新西兰元", "JP¥": "日元", "CN¥": "元", "$": "美元", "£": "英镑",
    "€": "欧元", "¥": "元", "₩": "韩元", "₹": "卢比", "₽": "卢布", "฿": "泰铢", "₫": "越南盾",
    "₿": "比特币", "₱": "比索",
}  # fmt: skip
_CODES = {
    "USD": "美元", "EUR": "欧元", "GBP": "英镑", "JPY": "日元", "CNY": "元", "RMB": "元", "HKD": "港元",
    "KRW": "韩元", "CAD": "加元", "AUD": "澳元", "INR": "卢比", "CHF": "瑞士法郎",
}  # fmt: skip
_POWERS = {"k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "b": 9, "bn": 9, "billion": 9,
           "t": 12, "trillion": 12}  # fmt: skip
_SYMBOL = "|".join(sorted((re.escape(n) for n in _NAMES), key=len, reverse=True))
_SCALE = r"(?:\s?(万亿|千万|百万|[千百万亿]|thousand|million|billion|trillion|(?:[kKmMbBtT]|mn|bn)(?![A-Za-z])))?"
_CODE = "|".join(_CODES)


def _scaled(text: str, scale: str | None) -> str:
    if not scale:
        return "两" if text == "2" else trimmed(text)
    if scale.lower() in _POWERS:
        return scaled(text, _POWERS[scale.lower()])
    return ("两" if text == "2" else trimmed(text)) + scale


def _money(low: str, high: str | None, scale: str | None, name: str, sign: str = "") -> str:
    words = _scaled(low, None if high else scale)
    if high:
        words = f"{trimmed(low)}到{_scaled(high, scale)}"
    return f"{'负' if sign else ''}{words}{name}"


RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?<![A-Za-z])([-−])?({_SYMBOL})\s?({NUMBER})(?:{RANGE}(?:{_SYMBOL})?({NUMBER}))?{_SCALE}\s?(?:美元|元|英镑|欧元|日元)?"),
     lambda m: _money(m[3], m[4], m[5], _NAMES[m[2]], m[1] or "")),
    (re.compile(rf"(?<![A-Za-z])({_CODE})\s?({NUMBER}){_SCALE}"), lambda m: _money(m[2], None, m[3], _CODES[m[1]])),
    (re.compile(rf"({NUMBER}){_SCALE}\s?({_CODE})(?![A-Za-z])"), lambda m: _money(m[1], None, m[2], _CODES[m[3]])),
    (re.compile(rf"({NUMBER})\s?([$€£])(?!\d)"), lambda m: _money(m[1], None, None, _NAMES[m[2]])),
    (re.compile(rf"({NUMBER}){RANGE}({NUMBER})(?=\s?[万亿千百]*(?:元|块钱?|美元|欧元|英镑|日元|港元))"), lambda m: f"{trimmed(m[1])}到{'两' if m[2] == '2' else trimmed(m[2])}"),
    (re.compile(rf"({NUMBER})(?=\s?(?:元|块钱|美元|欧元|英镑|日元|港元))"), lambda m: _scaled(m[1], None)),
)  # fmt: skip
