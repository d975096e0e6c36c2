"""Chinese numerals as digits: 二零一四 → 2014, 一百零五 → 105, 两千 → 2000, 三点一四 → 3.14."""

from __future__ import annotations

import re

_DIGITS = {char: value for value, char in enumerate("零一二三四五六七八九")} | {
    "两": 2,
    "〇": 0,
    "幺": 1,
}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_SCALES = {"万": 10**4, "亿": 10**8}
_PLAIN = str.maketrans({char: str(value) for char, value in _DIGITS.items()})
_FIGURE = "零〇一二两三四五六七八九"
_RUN = re.compile(
    rf"(?<!幺)幺[幺{_FIGURE}]+|[{_FIGURE}十百千万亿][{_FIGURE}十百千万亿幺]*(?:点[{_FIGURE}]+(?![{_FIGURE}十百千分刻]))?"
)


def _section(text: str) -> int | None:
    """Value below ten thousand of a well-formed numeral; ``None`` for anything else."""
    total, limit, digit, zero = 0, 10_000, None, False
    for char in text:
        if char in _DIGITS:
            if digit is not None:
                return None
            if _DIGITS[char] == 0:
                zero = True
                continue
            digit = _DIGITS[char]
        else:
            unit = _UNITS[char]
            if unit >= limit or (digit is None and not (unit == 10 and (total == 0 or zero))):
                return None
            total, limit, digit, zero = total + (digit or 1) * unit, unit, None, False
    if digit is not None:
        # 一百二 is 120: a last digit right behind a unit counts in tenths of that unit.
        total += digit * (limit // 10 if total and limit > 10 and not zero else 1)
    return total


def _value(text: str) -> int | None:
    for scale in ("亿", "万"):
        head, mark, tail = text.rpartition(scale)
        if not mark:
            continue
        upper = _value(head)
        if not upper:
            return None
        if not tail:
            return upper * _SCALES[scale]
        lower = _value(tail)
        if lower is None or lower >= _SCALES[scale]:
            return None
        if len(tail) == 1:
            lower *= _SCALES[scale] // 10
        return upper * _SCALES[scale] + lower
    return _section(text) if text else None


def _digits(text: str) -> str:
    if all(char in _DIGITS for char in text):
        return text.translate(_PLAIN)
    value = _value(text)
    return text if value is None else str(value)


def _run(match: re.Match[str]) -> str:
    whole, point, rest = match.group().partition("点")
    head = _digits(whole)
    if not point:
        return head
    return f"{head}.{rest.translate(_PLAIN)}" if head.isdigit() else match.group()


def digits_for_numerals(text: str) -> str:
    """Write the numerals of a simplified Chinese text as digits.

    Digits inside set phrases change too (一起 → 1起): the result is for comparing, not reading.
    A run that is no well-formed numeral, such as 三四十, stays as it is.
    """
    return _RUN.sub(_run, text)
