"""Phoneme error rate with the choices of the public VocalBench-zh script.

Kept so that its published verdicts can be matched row by row. Those choices are:

* a number is an optional minus, ASCII or other decimal digits, and an optional fraction, wherever
  it stands: ``1-2`` reads 一负二, ``15:30`` 一五三十, and ``1,000`` loses its thousand (一);
* a leading one on a tens place loses its place word: ``10`` reads 一, ``15`` reads 一五,
  ``100000`` reads 一零;
* places beyond the twelfth have no place word, and trailing zeros none at all;
* a year is read as a quantity;
* whatever is not in U+4E00–U+9FFF is dropped: Latin words, 〇, per cent signs;
* the script stops at full-width digits; here such a row is missing.
"""

from __future__ import annotations

import re

from builders.errors import VivavoceError
from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import heard
from evaluation.metrics.edits import edit_distance
from evaluation.metrics.per import ErrorCounts

NORMALISER = "vocalbench-zh-released-1"

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_NOT_HANZI = re.compile(r"[^\u4e00-\u9fff]")
_NUMERALS = dict(zip("0123456789", "零一二三四五六七八九", strict=True))
_PLACES = ("", "十", "百", "千", "万", "十", "百", "千", "亿", "十", "百", "千")


class UnreadableNumberError(VivavoceError):
    """A number at which the public script stops."""


def _numeral(digit: str) -> str:
    if digit not in _NUMERALS:
        raise UnreadableNumberError(
            f"the public script cannot read the digit '{digit}' (U+{ord(digit):04X}); "
            "use the metric 'per'"
        )
    return _NUMERALS[digit]


def released_integer(digits: str) -> str:
    """A whole number as the public script reads it."""
    if digits == "0":
        return "零"
    read = ""
    places = len(digits)
    for index, digit in enumerate(digits):
        power = places - 1 - index
        place = _PLACES[power] if power < len(_PLACES) else ""
        if int(digit) == 0:
            before_digit = power > 0 and digits[index + 1] != "0"
            if power > 0 and (before_digit or place in ("万", "亿")) and not read.endswith("零"):
                read += "零"
            continue
        bare_ten = digit == "1" and place == "十" and index == 0
        read += _numeral(digit) + ("" if bare_ten else place)
    return read


def _released_number(match: re.Match[str]) -> str:
    sign = "负" if match.group().startswith("-") else ""
    whole, point, fraction = match.group().lstrip("-").partition(".")
    read = sign + released_integer(whole)
    return read + "点" + "".join(map(_numeral, fraction)) if point else read


def released_text(text: str) -> str:
    """Hanzi that the public script compares.

    Raises:
        UnreadableNumberError: At full-width and other non-ASCII digits.
    """
    return _NOT_HANZI.sub("", _NUMBER.sub(_released_number, text))


def released_counts(text: str, asr_text: str) -> ErrorCounts:
    """Edits and reference length as the public script counts them."""
    from pypinyin import Style, lazy_pinyin

    reference, hypothesis = (
        lazy_pinyin(released_text(t), style=Style.TONE3) for t in (text, asr_text)
    )
    return ErrorCounts(edit_distance(reference, hypothesis), len(reference))


def released_rate(text: str, asr_text: str) -> float:
    """Rate of one row as the public script writes it; 0 where the reference has no syllable."""
    counts = released_counts(text, asr_text)
    return counts.edits / counts.length if counts.length else 0.0


def _measure(row: Row) -> tuple[float, float] | None:
    pair = heard(row)
    if pair is None:
        return None
    try:
        counts = released_counts(*pair)
    except UnreadableNumberError:
        return None
    return (float(counts.edits), float(counts.length)) if counts.length else (0.0, 0.0)


PER_RELEASED = Metric("per_released", 1, _measure, needs=("asr_text",), higher_is_better=False)
