"""Amounts of money as English words."""

from __future__ import annotations

import re

from builders.text.spoken.english_numbers import cardinal, is_one, number
from builders.text.spoken.rules import Rule

AMOUNT = r"(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?|\.\d+"
_SCALES = {
    "k": "thousand", "m": "million", "mn": "million", "mm": "million", "b": "billion",
    "bn": "billion", "t": "trillion", "tn": "trillion", "trn": "trillion",
}  # fmt: skip
_WORD_SCALES = "hundred|thousand|million|billion|trillion"
# symbol or code: (singular, plural, singular hundredth, plural hundredth)
_NAMES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "¥": ("yen", "yen", "sen", "sen"),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "₩": ("won", "won", "jeon", "jeon"),
    "₽": ("ruble", "rubles", "kopeck", "kopecks"),
    "₿": ("bitcoin", "bitcoins", "", ""),
    "฿": ("baht", "baht", "satang", "satang"),
    "₫": ("dong", "dong", "", ""),
    "₪": ("shekel", "shekels", "agora", "agorot"),
    "₺": ("lira", "lira", "kurus", "kurus"),
    "₴": ("hryvnia", "hryvnias", "kopiyka", "kopiykas"),
    "₦": ("naira", "naira", "kobo", "kobo"),
    "₱": ("peso", "pesos", "centavo", "centavos"),
}
_PREFIXES = {
    "US": "US", "U.S.": "US", "A": "Australian", "AU": "Australian", "C": "Canadian",
    "CA": "Canadian", "HK": "Hong Kong", "NZ": "New Zealand", "S": "Singapore", "NT": "New Taiwan",
}  # fmt: skip
_CODES = {
    "USD": ("US dollar", "US dollars"), "EUR": ("euro", "euros"), "GBP": ("pound", "pounds"),
    "JPY": ("yen", "yen"), "CNY": ("yuan", "yuan"), "RMB": ("yuan", "yuan"),
    "CAD": ("Canadian dollar", "Canadian dollars"), "INR": ("rupee", "rupees"),
    "AUD": ("Australian dollar", "Australian dollars"), "CHF": ("Swiss franc", "Swiss francs"),
    "HKD": ("Hong Kong dollar", "Hong Kong dollars"), "KRW": ("won", "won"),
    "SGD": ("Singapore dollar", "Singapore dollars"), "BTC": ("bitcoin", "bitcoins"),
}  # fmt: skip
_SYMBOL = "[" + "".join(_NAMES) + "]"
_SCALE = rf"(?:\s?(?:{_WORD_SCALES})\b|(?:[kKmMbBtT]|[mMbBtT][nN]|MM|trn)\b)?"
_PREFIX = r"(?:\b(?:US\s?|U\.S\.\s?|AU|CA|HK|NZ|NT|A|C|S)(?=\S))?"
_THINGS = (
    r"bills?|notes?|coins?|deals?|contracts?|gift|vouchers?|tickets?|fines?|prizes?|budget|discounts?|che(?:ck|que)s?|"
    r"deposits?|fees?|tips?|loans?|coupons?|bonus|raises?|limit|price|bets?|donations?|investments?|mortgage|"
    r"shirts?|credit|grants?|rebates?|salary|profit"
)
_NO_NOUN = r"(?:for|in|to|and|or|on|per|an?|each|off|more|less|of|at|by|from|with|every|if|is|was|but|as|when|than)\b"
_RANGE = re.compile(
    rf"({_PREFIX})({_SYMBOL})\s?({AMOUNT})((?:[kKmMbB](?![A-Za-z]))?)\s?(?:-|–|—|~)\s?{_PREFIX}{_SYMBOL}?\s?({AMOUNT})({_SCALE})"
)
_SINGLE = re.compile(
    rf"([-−+](?=\S))?({_PREFIX})({_SYMBOL})\s?([-−])?({AMOUNT})({_SCALE})(\+)?(?:-(?=[a-z])|(?=\s(?:{_THINGS})\b))?(\.(?=\d))?"
)
_CODE_BEFORE = re.compile(rf"\b({'|'.join(_CODES)})\s?({AMOUNT})({_SCALE})")
_CODE_AFTER = re.compile(rf"(?<![\w.])({AMOUNT})({_SCALE})\s?({'|'.join(_CODES)})\b")
_SYMBOL_AFTER = re.compile(rf"(?<![\w.,])({AMOUNT})\s?([$£€₹₩₽])(?!\s?\d)")
_PER = re.compile(
    r"(?:(?<=[a-z]s)|(?<=feet)|(?<=cent)|(?<=lb)|(?<=yen)|(?<=dollar))\s?/\s?(hour|hr|day|week|month|mo|year|yr|person|night|kg|lb|mile|item|unit|second|minute|gallon|"
    r"pound|foot|liter|ounce|square foot|head|share|piece|box|dozen|word|page)\b"
)
_PER_WORDS = {"hr": "hour", "mo": "month", "yr": "year", "kg": "kilogram", "lb": "pound"}


def _scale(text: str) -> str:
    text = text.strip()
    return _SCALES.get(text.lower(), text.lower())


def _amount(amount: str, scale: str, names: tuple[str, str, str, str], adjective: bool) -> str:
    one, many, one_part, many_part = names
    scale = _scale(scale)
    if scale:
        return f"{number(amount)} {scale} {one if adjective else many}"
    whole, _, rest = amount.replace(",", "").partition(".")
    if not rest or not one_part or len(rest) != 2 or len(whole) > 15:
        return f"{number(amount)} {one if adjective or is_one(amount) else many}"
    units, parts = int(whole or 0), int(rest)
    money = f"{cardinal(units)} {one if units == 1 or adjective else many}"
    if not parts:
        return money
    change = f"{cardinal(parts)} {one_part if parts == 1 or adjective else many_part}"
    return change if not units else f"{money} and {change}"


def _names(prefix: str, symbol: str) -> tuple[str, str, str, str]:
    one, many, one_part, many_part = _NAMES[symbol]
    place = _PREFIXES.get(prefix.strip(), "")
    return (f"{place} {one}".strip(), f"{place} {many}".strip(), one_part, many_part)


def _range(match: re.Match[str]) -> str:
    prefix, symbol, low, low_scale, high, scale = match.groups()
    first = f"{number(low)} {_scale(low_scale)}".strip()
    return f" {first} to {_amount(high, scale, _names(prefix, symbol), False)} "


def _single(match: re.Match[str]) -> str:
    sign, prefix, symbol, inner, amount, scale, more, dot = match.groups()
    before, after = match.string[: match.start()], match.string[match.end() :]
    adjective = match.group().endswith("-") or bool(
        re.match(rf"\s(?:{_THINGS})\b", after)
        or (
            re.search(r"\b(?:an?|another)\s$", before, re.I)
            and re.match(rf"\s(?!{_NO_NOUN})[a-z]", after)
        )
    )
    words = _amount(amount, scale, _names(prefix, symbol), adjective)
    minus = "minus " if sign in ("-", "−") or inner else "plus " if sign == "+" else ""
    return f" {minus}{words}{' plus' if more else ''}{dot or ''} "


def _code(amount: str, scale: str, code: str) -> str:
    one, many = _CODES[code]
    scale = _scale(scale)
    words = f"{number(amount)} {scale}".strip()
    return f" {words} {one if is_one(amount) and not scale else many} "


RULES: tuple[Rule, ...] = (
    (_RANGE, _range),
    (_SINGLE, _single),
    (_CODE_BEFORE, lambda m: _code(m.group(2), m.group(3), m.group(1))),
    (_CODE_AFTER, lambda m: _code(m.group(1), m.group(2), m.group(3))),
    (_SYMBOL_AFTER, lambda m: f" {_amount(m.group(1), '', _NAMES[m.group(2)], False)} "),
    (re.compile(r"(?<![\w.,])(\d+)\s?¢"), lambda m: f" {number(m.group(1))} cent{'s' * (m.group(1) != '1')} "),
    (_PER, lambda m: f" per {_PER_WORDS.get(m.group(1), m.group(1))}"),
)  # fmt: skip
