"""Equally right readings of one number, time, range or Latin word.

``200`` may be said 两百 or 二百, ``15:30`` 十五点三十分, 十五点半 or 下午三点半, and once a
recogniser writes digits nobody knows which of them it heard. What was heard is therefore brought
to the reading of the text wherever both have the same value. Where the values differ, the number
that was heard is read as the text reads its own, so that one wrong digit is one error.

Admitted readings:

* a whole number: 二 or 两 before 百, 千, 万 and 亿, 一百二 for 一百二十, digit by digit from three
  digits on (two before 年, 年代 and 后), and in those 幺 for 一;
* a decimal: 二 or 两 before 点;
* a time: 半 for 三十分, 一刻, 三刻, 分 left out, 下午, 晚上 and their like for the hours after
  noon; where a text writes it with a colon, also 整, 钟 and 零分 of a full hour, and 三点五分
  for 三点零五分;
* a range: 到 or 至; below zero: 负 or 零下; 百分之百 for 百分之一百;
* a lone 2 in digits: 二 or 两;
* Latin letters and words: with or without spaces, ``ai`` for ``a i``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import Levenshtein

from builders.text.compare.chinese_numerals import digits_for_numerals

_FIGURES = "零一二三四五六七八九"
_SAID = _FIGURES + "两幺"
_ALL = _SAID + "十百千万亿"
_VALUES = {char: str(value) for value, char in enumerate(_FIGURES)} | {"两": "2", "幺": "1"}
_MINUTES = {"半": 30, "一刻": 15, "三刻": 45, "整": 0, "钟": 0, "零分": 0, "": 0}
_NOON = ("下午", "傍晚", "晚上", "夜里", "中午")

_DIGIT = re.compile(r"\d")
_CLOCK = re.compile(r"(?<!\d)\d{1,2}[:：][0-5]\d(?!\d)")


@cache
def _expression(clock: bool) -> re.Pattern[str]:
    """What can be said in several ways; full hours only where a time has a colon."""
    figure, other, unit = "[一二三四五六七八九]", f"[^\\s{_ALL}\u3400-\U0003ffff]+", "[十百千万亿]"
    # Without a colon 三点 may be three points, and 三点五分 a mark of 3.5.
    full = rf"|零分|整|钟|{figure}分(?!之)|(?![{_ALL}半])" if clock else ""
    return re.compile(
        rf"(?P<latin>{other}(?: {other})*)"
        rf"|(?:(?P<noon>{'|'.join(_NOON)})|(?<![{_ALL}点]))"
        rf"(?P<hour>二十[一二三四]?|十{figure}?|[零一二两三四五六七八九])点"
        rf"(?P<minute>半(?!径|数)|[一三]刻"
        rf"|(?:零{figure}|[二三四五]?十{figure}?)(?:分(?!之)|(?![{_ALL}点])){full})"
        rf"|(?<=[{_ALL}])(?P<to>[到至])(?=[{_ALL}])"
        rf"|(?<=[{_ALL}][^{_ALL}\s])(?P<till>[到至])(?=[{_ALL}])"
        rf"|(?P<minus>负|零下)(?=[{_ALL}])"
        rf"|(?<=分之)(?P<hundred>百)(?![{_ALL}])"
        rf"|(?P<number>[{_ALL}]+)(?:点(?P<rest>[{_SAID}]+)(?!{unit}))?(?P<year>(?=[年后]))?"
    )


_Key = tuple[str, ...]


@dataclass(frozen=True)
class _Expression:
    """A stretch of normalised text that can be said in several ways."""

    start: int
    end: int
    key: _Key


@dataclass(frozen=True)
class Written:
    """What the writing of the two texts leaves open.

    Attributes:
        two: A 2 is written in digits.
        clock: A time is written with a colon.
    """

    two: bool
    clock: bool

    @classmethod
    def of(cls, *texts: str) -> Written:
        """Look at the texts as they came, before normalisation."""
        figures = [text for text in texts if _DIGIT.search(text)]
        return cls(
            any("2" in text or "２" in text for text in figures),
            any(_CLOCK.search(text) for text in figures),
        )


def _whole(said: str) -> str | None:
    """Digits of a whole number: ``两千零二十四`` and ``二零二四`` give ``2024``."""
    if all(char in _VALUES for char in said):
        return "".join(_VALUES[char] for char in said)
    digits = digits_for_numerals(said)
    return digits if digits.isdecimal() else None


def _key(match: re.Match[str], written: Written) -> _Key | None:
    if match["latin"]:
        return "word", match["latin"].replace(" ", "")
    if match["to"] or match["till"]:
        return ("to",)
    if match["minus"]:
        return ("minus",)
    if match["hundred"]:
        return "number", "100"
    return _time(match) if match["hour"] else _number(match, written)


def _time(match: re.Match[str]) -> _Key:
    said = match["minute"]
    if said in _MINUTES:
        minute = _MINUTES[said]
    else:
        minute = int(_whole(said.rstrip("分").lstrip("零")) or 0)
    hour = int(_whole(match["hour"]) or 0)
    if match["noon"] and 1 <= hour <= 11:
        hour += 12
    return "time", str(hour), str(minute)


def _number(match: re.Match[str], written: Written) -> _Key | None:
    said, rest = match["number"], match["rest"]
    whole = _whole(said)
    if whole is None:
        return None
    if rest:
        return "number", whole, "".join(_VALUES[char] for char in rest)
    if len(said) == 1:
        return ("number", whole) if said == "十" or (written.two and said in "二两") else None
    if len(said) == 2 and said[0] in _VALUES and said[1] in _VALUES and match["year"] is None:
        return "figures", whole  # 三四个 is no 34, but 九零后 is 90
    return "number", whole


def _expressions(text: str, written: Written) -> list[_Expression]:
    found = ((match, _key(match, written)) for match in _expression(written.clock).finditer(text))
    return [_Expression(m.start(), m.end(), key) for m, key in found if key is not None]


def alike(reference: str, heard: str, written: Written) -> str:
    """What was heard, with its numbers and Latin words read as the reference reads them.

    Args:
        reference: Normalised text, see :func:`evaluation.metrics.syllables.normalise`.
        heard: Normalised transcript.
        written: What the two texts left open before they were normalised.

    Returns:
        Normalised text: ``heard`` itself where nothing in it has another reading.
    """
    said = _expressions(heard, written)
    wanted = _expressions(reference, written) if said else []
    if not wanted:
        return heard
    out, end = [], 0
    for here, there in _pairs(wanted, said):
        target, own = reference[here.start : here.end], heard[there.start : there.end]
        out += [heard[end : there.start], _read(target, own, here.key, there.key)]
        end = there.end
    return "".join([*out, heard[end:]])


def _pairs(
    wanted: list[_Expression], said: list[_Expression]
) -> Iterable[tuple[_Expression, _Expression]]:
    """Expressions that stand in the same place of both texts."""
    for step in Levenshtein.opcodes([e.key for e in wanted], [e.key for e in said]):
        if step.tag in ("equal", "replace"):
            yield from zip(
                wanted[step.src_start : step.src_end],
                said[step.dest_start : step.dest_end],
                strict=False,
            )


def _read(target: str, own: str, wanted: _Key, key: _Key) -> str:
    if key == wanted:
        return target
    if key[0] != wanted[0]:
        return own
    words = key[0] == "word"

    def distance(text: str) -> int:
        pair = (target.split(), text.split()) if words else (target, text)
        return int(Levenshtein.distance(*pair))

    # Of several that are equally near it is what was heard.
    return min((own, *_readings(own, key)), key=distance)


def _readings(own: str, key: _Key) -> list[str]:
    """Other readings of what was heard."""
    if key[0] == "word":
        return [_joined(own), key[1]]
    if key[0] == "time":
        return _times(int(key[1]), int(key[2]))
    if key[0] != "number":
        return []
    whole = _wholes(key[1])
    return (
        [f"{head}点{''.join(_FIGURES[int(d)] for d in key[2])}" for head in whole]
        if key[2:]
        else whole
    )


def _joined(words: str) -> str:
    """Single letters in a row as one word: ``a i pc`` gives ``ai pc``."""
    return re.sub(r"(?<!\S)(\S) (?=\S(?!\S))", r"\1", words)


def _wholes(digits: str) -> list[str]:
    import cn2an

    one_by_one = "".join(_FIGURES[int(digit)] for digit in digits)
    out = [one_by_one, one_by_one.replace("一", "幺")] if len(digits) > 2 else []
    if len(digits) <= 16 and (digits == "0" or digits[0] != "0"):
        plain = str(cn2an.an2cn(int(digits), "low"))
        out += [
            plain,
            re.sub("^二(?=[百千万亿])", "两", plain),
            re.sub("二(?=[百千万亿])", "两", plain),
        ]
    return out


def _times(hour: int, minute: int) -> list[str]:
    hours = _hours(hour)
    if hour > 12:
        hours += [noon + late for noon in _NOON for late in _hours(hour - 12)]
    past = _wholes(str(minute))[0] if minute else ""
    ends = {0: ["", "整", "钟"], 15: ["一刻"], 30: ["半"], 45: ["三刻"]}.get(minute, [])
    if minute:
        lead = "零" if minute < 10 else ""
        ends = [*ends, lead + past, f"{lead}{past}分"]
    return [f"{head}点{tail}" for head in hours for tail in ends]


def _hours(hour: int) -> list[str]:
    plain = _wholes(str(hour))[0]
    return [plain, "两"] if hour == 2 else [plain]
