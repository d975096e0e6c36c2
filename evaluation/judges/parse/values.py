"""What one short text states: a score, yes or no, or a label. Anything more is nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

YES, NO = "yes", "no"

_YES = ("yes", "true", "correct", "right", "是", "是的", "对", "正确", "真", "符合")
_NO = (
    *("no", "false", "incorrect", "wrong", "not correct"),
    *("否", "不是", "不对", "错", "错误", "不正确", "假", "不符合"),
)
_SPOKEN = {word: YES for word in _YES} | {word: NO for word in _NO}

_CHINESE = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5}
_NUMBER = re.compile(
    r"(?P<number>[0-9](?:\.[0-9]{1,3})?|[一二两三四五])"
    r"\s*(?:(?:/|out of)\s*(?P<scale>[0-9]{1,3})|分|points?|stars?)?",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:the\s+|my\s+)?(?:final\s+|overall\s+)?"
    r"(?:score|rating|verdict|judge?ment|answer|result|category|label|decision)"
    r"(?:\s+is)?\s*[:：=]?\s*"
    r"|(?:最终|总体|综合)?(?:评分|得分|分数|打分|判断|结论|结果|类别|答案)(?:为|是)?\s*[:：]?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Kind:
    """What a judge is asked for.

    Attributes:
        name: ``score``, ``yes_no`` or ``label``.
        labels: Every accepted spelling of a label → the label; for ``label`` alone.
    """

    name: str
    labels: tuple[tuple[str, str], ...] = ()


SCORE = Kind("score")
YES_NO = Kind("yes_no")
REPAIR = Kind(
    "label",
    (
        *((label, label) for label in ("explicit_repair", "generic_refusal", "other")),
        *(("明确修复", "explicit_repair"), ("显式修复", "explicit_repair")),
        *(("一般拒绝", "generic_refusal"), ("泛化拒绝", "generic_refusal")),
        *(("其他", "other"), ("其它", "other")),
    ),
)


def read(text: str, kind: Kind, *, labelled: bool = False) -> float | str | None:
    """The value a text states and nothing beside it, or ``None``.

    Args:
        text: One line, or a value from a JSON reply.
        kind: What was asked for.
        labelled: Whether the line must say what it states ("Score: 4", "4/5", "[[4]]"), because
            a bare word or number on a line among others may belong to anything.
    """
    # A quoted line among others is what somebody else said.
    around = "*_# " if labelled else "*_#` \"'“”‘’"
    bare = text.strip().strip(around)
    named = _LABEL.match(bare)
    marked = named is not None and named.end() > 0
    if named is not None:
        bare = bare[named.end() :].strip(around)
    if bare.startswith("[[") and bare.rstrip(".。").endswith("]]"):
        bare, marked = bare.rstrip(".。")[2:-2].strip(), True
    bare = bare.rstrip(".。!！").strip(around)
    if kind.name == "score":
        return _score(bare, marked or not labelled)
    if labelled and not marked:
        return None
    if kind.name == "yes_no":
        return _SPOKEN.get(bare.casefold())
    spelling = re.sub(r"[\s_-]+", "_", bare.casefold())
    return dict(kind.labels).get(spelling)


def _score(bare: str, plain: bool) -> float | None:
    match = _NUMBER.fullmatch(bare)
    if match is None:
        return None
    scale = match["scale"]
    if scale is not None and scale != "5":
        return None
    if not plain and scale is None:
        return None
    number = match["number"]
    value = float(_CHINESE[number]) if number in _CHINESE else float(number)
    return value if 1 <= value <= 5 else None
