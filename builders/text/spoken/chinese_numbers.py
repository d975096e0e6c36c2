"""Chinese numerals.

``cn2an`` 0.5.24 is right for whole numbers (100010 → 十万零一十) up to sixteen digits; it says
二千 and 二百 where speech has 两千 and 两百, which is put right here. Its own text conversion
(``transform``) is not used: it knows neither 两 nor ranges nor times.
"""

from __future__ import annotations

import re
from functools import lru_cache

_DIGITS = "零一二三四五六七八九"
_LONGEST = 16
_SCALES = {3: "千", 6: "百万", 9: "十亿", 12: "万亿"}


@lru_cache(maxsize=8192)
def cardinal(value: int) -> str:
    """``1200`` → 一千二百, ``20000`` → 两万."""
    import cn2an

    words = str(cn2an.an2cn(value, "low"))
    return re.sub(r"^二(?=[百千万亿])", "两", words)


def digits(text: str) -> str:
    """Read digit by digit: ``2014`` → 二零一四."""
    return "".join(_DIGITS[int(char)] for char in text if char.isdigit())


def number(text: str) -> str:
    """Read a plain number as it is written.

    Args:
        text: ASCII digits with optional grouping commas and one decimal point.

    Returns:
        Chinese numerals; a leading zero or more than 16 digits means digit by digit.
    """
    whole, point, rest = text.replace(",", "").partition(".")
    if not whole.strip("0") and point:
        head = "零"
    elif len(whole) > _LONGEST or (len(whole) > 1 and whole[0] == "0"):
        head = digits(whole)
    else:
        head = cardinal(int(whole))
    if not point:
        return head
    # Before a decimal point two is 二: 二点五, while 两千点五 keeps its thousands.
    return f"{head}点{digits(rest)}"


def trimmed(text: str) -> str:
    """Read an amount of money without closing zeros: ``13.60`` → 十三点六."""
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return number(text or "0")


def scaled(text: str, power: int) -> str:
    """Read a number times a power of ten: ``1.5, 6`` → 一百五十万."""
    whole, _, rest = text.replace(",", "").partition(".")
    rest = rest.rstrip("0")
    if len(rest) > power:
        return number(text) + _SCALES[power]
    return cardinal(int((whole or "0") + rest.ljust(power, "0")))
