"""English number words as digits.

Neighbouring numbers are joined, since speech does not say where one ends: "twenty fourteen",
"three thirty" and "one oh one" become ``2014``, ``330`` and ``101``, as a recogniser writes them.
"""

from __future__ import annotations

from typing import NamedTuple

_UNITS = {
    word: value
    for value, word in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    )
}
_TEENS = {
    word: value
    for value, word in enumerate(
        [
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
        10,
    )
}
_TENS = {
    word: value * 10
    for value, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
} | {"fourty": 40}
_SCALES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "quadrillion": 10**15,
}  # fmt: skip
_ORDINAL_UNITS = {
    word: value
    for value, word in enumerate(
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"], 1
    )
}
_ORDINAL_TEENS = {
    word: value
    for value, word in enumerate(
        [
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
        ],
        10,
    )
}
_ORDINAL_TENS = {
    word: value * 10
    for value, word in enumerate(
        [
            "twentieth",
            "thirtieth",
            "fortieth",
            "fiftieth",
            "sixtieth",
            "seventieth",
            "eightieth",
            "ninetieth",
        ],
        2,
    )
}
_ORDINAL_SCALES = {"hundredth": 100, **{f"{name}th": value for name, value in _SCALES.items()}}
_DECADES = {
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70,
    "eighties": 80, "nineties": 90,
}  # fmt: skip
_STARTS = {*_UNITS, *_TEENS, *_TENS, *_ORDINAL_UNITS, *_ORDINAL_TEENS, *_ORDINAL_TENS, *_DECADES}
NUMBER_WORDS = frozenset({*_STARTS, "hundred", *_SCALES})


class _Read(NamedTuple):
    value: int
    end: int
    kind: str  # "plain", "ordinal" or "decade"


def _word(tokens: list[str], index: int) -> str:
    return tokens[index] if index < len(tokens) else ""


def _below_hundred(tokens: list[str], index: int) -> _Read | None:
    word = _word(tokens, index)
    if word in _TENS:
        following = _word(tokens, index + 1)
        if following in _ORDINAL_UNITS:
            return _Read(_TENS[word] + _ORDINAL_UNITS[following], index + 2, "ordinal")
        if _UNITS.get(following):
            return _Read(_TENS[word] + _UNITS[following], index + 2, "plain")
        return _Read(_TENS[word], index + 1, "plain")
    for table, kind in (
        (_UNITS, "plain"), (_TEENS, "plain"), (_ORDINAL_UNITS, "ordinal"),
        (_ORDINAL_TEENS, "ordinal"), (_ORDINAL_TENS, "ordinal"), (_DECADES, "decade"),
    ):  # fmt: skip
        if word in table:
            return _Read(table[word], index + 1, kind)
    return None


def _tail(tokens: list[str], index: int) -> _Read | None:
    """The part after "hundred" or a scale: "and five", "five", "fifth"."""
    start = index + 1 if _word(tokens, index) == "and" else index
    read = _below_hundred(tokens, start)
    if read is None or read.kind == "decade" or _word(tokens, read.end) in ("hundred", "hundredth"):
        return None
    return None if read.value == 0 else read


def _below_thousand(tokens: list[str], index: int) -> _Read | None:
    if _word(tokens, index) == "a" and _word(tokens, index + 1) in {"hundred", *_SCALES}:
        read: _Read | None = _Read(1, index + 1, "plain")
    else:
        read = _below_hundred(tokens, index)
    if read is None or read.kind != "plain":
        return read
    after = _word(tokens, read.end)
    if after == "hundreds" and 10 <= read.value <= 99:
        return _Read(read.value * 100, read.end + 1, "decade")
    if after == "hundredth":
        return _Read(read.value * 100, read.end + 1, "ordinal")
    if after != "hundred" or read.value == 0:
        return read
    value, end = read.value * 100, read.end + 1
    tail = _tail(tokens, end)
    if tail is None or (_word(tokens, tail.end) in _SCALES and value >= 1000):
        return _Read(value, end, "plain")
    return _Read(value + tail.value, tail.end, tail.kind)


def _cardinal(tokens: list[str], index: int) -> _Read | None:
    total, limit = 0, 10**18
    end = index
    while True:
        joined = total and _word(tokens, end) == "and"
        read = _below_thousand(tokens, end + 1 if joined else end)
        if read is None or (total and (read.value == 0 or read.kind == "decade")):
            break
        scale = (
            _SCALES.get(_word(tokens, read.end), 0) if read.kind == "plain" and read.value else 0
        )
        last = _ORDINAL_SCALES.get(_word(tokens, read.end), 0) if read.kind == "plain" else 0
        if last >= 1000 and last < limit:
            return _Read(total + read.value * last, read.end + 1, "ordinal")
        if scale and scale < limit:
            total, limit, end = total + read.value * scale, scale, read.end + 1
            continue
        if scale or read.value >= limit or (joined and read.value >= 100):
            if total:
                break
            return read
        return _Read(total + read.value, read.end, read.kind)
    return _Read(total, end, "plain") if total else None


def _suffix(value: int) -> str:
    if value % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def _decimals(tokens: list[str], index: int) -> tuple[str, int]:
    """Read "point five oh", "point one point three" behind a number."""
    text = ""
    while _word(tokens, index) == "point":
        digits, end = "", index + 1
        while (word := _word(tokens, end)) in _UNITS or (digits and word in ("oh", "o")):
            digits += str(_UNITS.get(word, 0))
            end += 1
        if not digits and (read := _below_hundred(tokens, end)) and read.kind == "plain":
            digits, end = str(read.value), read.end
        if not digits:
            break
        text, index = f"{text}.{digits}", end
    return text, index


def digits_for_words(tokens: list[str]) -> list[str]:
    """Replace the number words among lower-cased tokens by digits.

    Args:
        tokens: Words without punctuation or hyphens.

    Returns:
        Tokens with ``2014``, ``3.14``, ``21st``, ``1990s`` in place of the words.
    """
    if NUMBER_WORDS.isdisjoint(tokens):
        return tokens
    out: list[str] = []
    open_number = False
    index = 0
    while index < len(tokens):
        word = tokens[index]
        if open_number and word in ("oh", "o") and _word(tokens, index + 1) in _UNITS:
            out[-1] += "0"
            index += 1
            continue
        read = _cardinal(tokens, index) if word in _STARTS or word == "a" else None
        if read is None:
            out.append(word)
            open_number = False
            index += 1
            continue
        text, index = str(read.value), read.end
        fraction = ""
        if read.kind == "plain":
            fraction, index = _decimals(tokens, index)
        joins = open_number and read.kind in ("plain", "decade")
        suffix = {"ordinal": _suffix(read.value), "decade": "s"}.get(read.kind, "")
        if joins:
            out[-1] += text + fraction + suffix
        else:
            out.append(text + fraction + suffix)
        open_number = not fraction and not suffix
    return out
