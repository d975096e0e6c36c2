"""English number words.

``num2words`` 0.5.14 is right for cardinals, ordinals and years once its commas are taken out.
Its decimals pass through floats and lose closing zeros (``2.50``), so decimals are read here
digit by digit.
"""

from __future__ import annotations

from functools import lru_cache

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LONGEST = 15


@lru_cache(maxsize=4096)
def cardinal(value: int) -> str:
    """``1234`` → ``one thousand two hundred and thirty-four``."""
    from num2words import num2words

    return str(num2words(value)).replace(",", "")


@lru_cache(maxsize=4096)
def ordinal(value: int) -> str:
    """``21`` → ``twenty-first``."""
    from num2words import num2words

    return str(num2words(value, to="ordinal")).replace(",", "")


@lru_cache(maxsize=2048)
def year(value: int) -> str:
    """``2014`` → ``twenty fourteen``, ``1905`` → ``nineteen oh five``."""
    from num2words import num2words

    if value < 1000 or value > 9999:
        return pairs(str(value)) if 100 < value < 1000 and value % 100 else cardinal(value)
    return str(num2words(value, to="year")).replace("oh-", "oh ").replace(",", "")


def digits(text: str, zero: str = "zero") -> str:
    """Read digit by digit: ``007`` → ``zero zero seven``."""
    return " ".join(zero if char == "0" else _DIGITS[int(char)] for char in text if char.isdigit())


def pairs(text: str) -> str:
    """Read a room, flight or route number: ``101`` → ``one oh one``, ``747`` → ``seven forty-seven``."""
    if len(text) not in (3, 4) or text.startswith("0"):
        return number(text)
    head, tail = text[:-2], text[-2:]
    if tail == "00":
        return f"{cardinal(int(head))} hundred" if int(head) % 10 else cardinal(int(text))
    if tail[0] == "0":
        return f"{cardinal(int(head))} oh {_DIGITS[int(tail[1])]}"
    return f"{cardinal(int(head))} {cardinal(int(tail))}"


def number(text: str) -> str:
    """Read a plain number as it is written.

    Args:
        text: ASCII digits with optional grouping commas and one decimal point.

    Returns:
        Words; a leading zero or more than 15 digits means that it is read digit by digit.
    """
    whole, point, rest = text.replace(",", "").partition(".")
    if not point:
        if len(whole) > _LONGEST or (len(whole) > 1 and whole.startswith("0")):
            return digits(whole)
        return cardinal(int(whole))
    head = "zero" if not whole else number(whole) if whole.strip("0") else "zero"
    return f"{head} point {digits(rest)}"


def plural(words: str) -> str:
    """Plural of a number word: ``ninety`` → ``nineties``."""
    if words.endswith("y"):
        return words[:-1] + "ies"
    return words + ("es" if words.endswith("x") else "s")


def is_one(text: str) -> bool:
    """Whether a written amount takes the singular."""
    return text.replace(",", "") in {"1", "1.0", "1.00"}
