"""Instruction following rate (VocalBench-zh, tables 10 and 11).

Every item needs the judge's yes on the criterion of its sub-category. A paralinguistic item needs
more: the requested text must be in the answer, the speech must say the text (PER < 0.05), and the
asked emotion (p > 0.5) and speed must be heard. Any violation fails the item; an item with a part
that was not measured is missing.
"""

from __future__ import annotations

from collections.abc import Callable

from evaluation.contracts import Metric, Row
from evaluation.metrics._rows import answer, column, heard, judged_yes
from evaluation.metrics.empathy import emotion_probabilities
from evaluation.metrics.per import CLEAR, is_clear
from evaluation.metrics.per_released import UnreadableNumberError, released_rate
from evaluation.metrics.repeat_text import (
    MAX_REPEAT_ERROR,
    SPEED_RANGE,
    Repeat,
    parse_repeat,
    query_seconds,
    repeat_error,
)

PARALINGUISTIC = "paralinguistic"
MIN_EMOTION = 0.5

# Sub-categories of the released data → columns of table 10.
SUB_CATEGORIES = {
    "plain repeat": "repeat",
    "with emotion": "emotion",
    "with speed": "speed",
    "with speed & emotion": "speed_emotion",
    "num": "num",
    "constrain": "constrain",
    "keywords": "keywords",
    "progressive": "progressive",
    "conditional": "conditional",
    "topic change": "topic_change",
    "spoken format": "spoken_format",
    "speaker tune": "speaker_tune",
    "speaking style": "speaking_style",
    "instruction": "instruction",
}


def _name(value: object) -> str:
    return str(value).strip().lower().replace("_", " ")


def instruction_category(row: Row) -> str | None:
    """Column of table 11 for a row."""
    value = column(row, "Category", "category")
    return None if value is None else _name(value).replace(" ", "_")


def instruction_sub_category(row: Row) -> str | None:
    """Column of table 10 for a row; ``None`` for the categories that the table leaves out."""
    value = column(row, "Sub-category", "sub_category", "Sub_category")
    return None if value is None else SUB_CATEGORIES.get(_name(value))


def asks_emotion(row: Row) -> bool:
    """Whether the row's sub-category asks for an emotion."""
    return instruction_sub_category(row) in {"emotion", "speed_emotion"}


def asks_speed(row: Row) -> bool:
    """Whether the row's sub-category asks for a speed."""
    return instruction_sub_category(row) in {"speed", "speed_emotion"}


def repeats_text(row: Row) -> bool | None:
    """Whether the answer contains the requested text."""
    asked, text = parse_repeat(row), answer(row)
    if asked is None or text is None:
        return None
    return repeat_error(asked.text, text) <= MAX_REPEAT_ERROR


def has_emotion(row: Row) -> bool | None:
    """Whether the spoken answer has the requested emotion with p > 0.5 over all classes."""
    asked, table = parse_repeat(row), emotion_probabilities(row)
    if asked is None or asked.emotion is None or table is None:
        return None
    return table.get(asked.emotion, 0.0) > MIN_EMOTION


def _keeps_speed(row: Row, share: Callable[[Repeat], float]) -> bool | None:
    asked, seconds = parse_repeat(row), query_seconds(row)
    if asked is None or asked.speed is None or not seconds or row.response is None:
        return None
    expected = seconds * share(asked)
    if row.response.duration is None or expected <= 0:
        return None
    low, high = SPEED_RANGE[asked.speed]
    return low < row.response.duration / expected < high


def keeps_speed(row: Row) -> bool | None:
    """Whether the duration fits the requested speed.

    The expected duration is the question's duration by the share of its syllables that are to
    be repeated.
    """
    return _keeps_speed(row, lambda asked: asked.share)


def keeps_speed_released(row: Row) -> bool | None:
    """As the public script: it counts words by spaces, of which Mandarin has none.

    The expected duration is then that of the whole question, instruction included.
    """

    def share(asked: Repeat) -> float:
        return max(len(asked.text.split()), 1) / max(len(row.example.prompt.split()), 1)

    return _keeps_speed(row, share)


def _is_clear_released(row: Row) -> bool | None:
    pair = heard(row)
    if pair is None:
        return None
    try:
        return released_rate(*pair) < CLEAR
    except UnreadableNumberError:
        return None


def follows(row: Row, *, released: bool = False) -> bool | None:
    """Whether an answer keeps to its instruction; ``None`` where a needed part is missing.

    Args:
        row: Row of the instruction-following set.
        released: Judge as the public script does: its PER, its expected duration, and no check
            that the repeated text is the requested one.
    """
    checks = [judged_yes(row, "follows")]
    if instruction_category(row) == PARALINGUISTIC:
        checks.append(_is_clear_released(row) if released else is_clear(row))
        if not released:
            checks.append(repeats_text(row))
        if asks_emotion(row):
            checks.append(has_emotion(row))
        if asks_speed(row):
            checks.append(keeps_speed_released(row) if released else keeps_speed(row))
    return None if None in checks else all(checks)


def _metric(name: str, version: int, released: bool) -> Metric:
    def measure(row: Row) -> tuple[float, float] | None:
        value = follows(row, released=released)
        return None if value is None else (float(value), 1.0)

    return Metric(name, version, measure, needs=("follows", "emotion"))


INSTRUCTION_FOLLOWING = _metric("instruction_following", 2, released=False)
RELEASED = _metric("instruction_following_released", 1, released=True)
