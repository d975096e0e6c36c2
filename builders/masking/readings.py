"""How a number in digits may be said in English or Mandarin, so that ``2014`` finds its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

Reading = tuple[str, ...]

_MONEY = {
    "$": ("dollar", "cent"),
    "€": ("euro", "cent"),
    "£": ("pound", "penny"),
    "¥": ("yen", ""),
}
_SIGNS = {"%": ("percent",), "°": ("degrees",), "&": ("and",), "+": ("plus",), "#": ("number",)}
_NUMBER = re.compile(r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<part>\d+))?")
MAGNITUDES = "thousand|million|billion|trillion"
_DIGITS_ZH = "零一二三四五六七八九"


@lru_cache(maxsize=10_000)
def readings(token: str) -> tuple[Reading, ...]:
    """All ways to say a token with digits in English, as lower-case words without "and".

    Money, percentages, decimals, ordinals, decades, clock times, years and digit by digit are
    known. ``$13.60`` gives, among others, ``thirteen dollars sixty cents``.

    Args:
        token: A token with at least one digit, such as ``2014``, ``$13.60`` or ``1st``.

    Returns:
        Distinct readings; empty where the token is no number of a known form.
    """
    return tuple(dict.fromkeys(_readings(token.lower())))


@lru_cache(maxsize=10_000)
def readings_zh(number: str) -> tuple[str, ...]:
    """All ways to say a whole number in Mandarin, each a string of characters."""
    import cn2an

    by_digit = "".join(_DIGITS_ZH[int(d)] for d in number)
    forms = [by_digit, by_digit.replace("零", "〇"), by_digit.replace("一", "幺")]
    if len(number) <= 15:
        value = cn2an.an2cn(number, "low")
        forms += [value, re.sub("^一十", "十", value), re.sub("^二(?=[百千万亿])", "两", value)]
    return tuple(dict.fromkeys(forms))


def _readings(token: str) -> Iterator[Reading]:
    if match := re.fullmatch(rf"([$€£¥]){_NUMBER.pattern}", token):
        yield from _money(match[1], match["whole"], match["part"])
    elif match := re.fullmatch(rf"([$€£¥]){_NUMBER.pattern} ({MAGNITUDES})", token):
        unit = _MONEY[match[1]][0]
        for number in _numbers(match["whole"], match["part"]):
            for name in (unit, unit + "s"):
                yield (*number, match[4], name)
    elif match := re.fullmatch(rf"{_NUMBER.pattern}(%|°)", token):
        for number in _numbers(match["whole"], match["part"]):
            yield (*number, *_SIGNS[match[3]])
            if match[3] == "%":
                yield (*number, "per", "cent")
    elif match := re.fullmatch(r"(\d+)(st|nd|rd|th)", token):
        yield _words(match[1], "ordinal")
    elif match := re.fullmatch(r"(\d{2})?(\d0)'?s", token):
        yield from _decade(match[1] or "", match[2])
    elif match := re.fullmatch(r"(\d{1,2}):(\d{2})", token):
        yield from _clock(match[1], match[2])
    elif match := _NUMBER.fullmatch(token):
        yield from _numbers(match["whole"], match["part"])


def _numbers(whole: str, part: str | None) -> Iterator[Reading]:
    value = whole.replace(",", "")
    tail: list[Reading] = [()]
    if part:
        tail = [("point", *_by_digit(part)), ("point", *_words(part, "cardinal"))]
    for end in tail:
        for number in _cardinals(value):
            yield number + end
        yield _by_digit(value) + end
    if part is None and "," not in whole:
        if len(value) == 4 and value[0] != "0":
            yield _words(value, "year")
            yield (*_words(value[:2], "cardinal"), *_two_digits(value[2:]))
        if len(value) > 1:
            yield tuple("oh" if w == "zero" else w for w in _by_digit(value))
        if int(value) > 3:
            # "second" is a unit of time more often than the answer "2".
            yield _words(value, "ordinal")


def _money(sign: str, whole: str, part: str | None) -> Iterator[Reading]:
    unit, small = _MONEY[sign]
    value = whole.replace(",", "")
    number = _words(value, "cardinal")
    units = (unit, unit + "s")
    for said in _cardinals(value):
        for name in units:
            yield (*said, name)
    if part is not None and len(part) == 2:
        cents = _words(part, "cardinal")
        for name in units:
            for coin in dict.fromkeys((small, small + "s", "pence" if sign == "£" else small)):
                yield (*number, name, *cents, coin)
            yield (*number, name, *cents)
        yield (*number, *cents)
    if part is not None:
        for name in units:
            yield (*number, "point", *_by_digit(part), name)


def _decade(century: str, tens: str) -> Iterator[Reading]:
    plural = _words(tens, "cardinal")[-1][:-1] + "ies"
    yield (*_words(century, "cardinal"), plural) if century else (plural,)
    if len(century) == 2:
        yield (*_words(century, "cardinal"), plural)


def _clock(hour: str, minute: str) -> Iterator[Reading]:
    start = _words(hour, "cardinal")
    if minute == "00":
        yield start
        yield (*start, "o'clock")
    else:
        yield (*start, *_two_digits(minute))


def _two_digits(number: str) -> Reading:
    if number == "00":
        return ("hundred",)
    if number[0] == "0":
        return ("oh", *_words(number[1], "cardinal"))
    return _words(number, "cardinal")


def _cardinals(number: str) -> Iterator[Reading]:
    """``one hundred five`` and ``a hundred five``."""
    said = _words(number, "cardinal")
    yield said
    if len(said) > 1 and said[0] == "one":
        yield ("a", *said[1:])


def _by_digit(number: str) -> Reading:
    return tuple(word for d in number for word in _words(d, "cardinal"))


def _words(number: str, form: str) -> Reading:
    from num2words import num2words

    text = num2words(int(number), to=form)
    return tuple(w for w in re.split(r"[\s,\-]+", text.lower()) if w and w != "and")
