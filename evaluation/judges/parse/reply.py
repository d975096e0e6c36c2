"""Find the verdict in a whole reply.

In this order: a reply that is one JSON object; a reply that is nothing but the verdict; yes or no
as the first word of an explanation; a verdict on the first or last line, where it is marked as one;
a score that a sentence states. What is quoted is somebody else's. A reply that states two
different verdicts states none.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from evaluation.judges.parse.prose import stated_scores, without_quotes
from evaluation.judges.parse.values import Kind, read

MAX_LENGTH = 20_000
_KEYS = ("score", "verdict", "category", "rating", "judgement", "judgment", "评分", "判断", "类别")
_REASONS = ("reason", "explanation", "reasoning", "理由", "原因")
_FENCE = re.compile(r"\A```[a-zA-Z]*\n(.*?)\n?```\Z", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think>.*</think>", re.DOTALL)
_BRACKETED = re.compile(r"\[\[([^\[\]\n]{1,40})\]\]")
_WIDTH = str.maketrans(
    {chr(0xFF01 + i): chr(0x21 + i) for i in range(94)}
    | {"\u3000": " ", "\u00a0": " ", "\ufeff": None, "\u200b": None}
)
_FIRST_WORD = re.compile(
    r"\W*?(yes|no|true|false|[是否对错真假]|是的|正确|错误|不正确|不对|不是)"
    r"\s*[*_\"'”’)]*\s*[.,:;!。、—–-]\s*(.+)",
    re.DOTALL | re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?。！？;\n]+")


class Unparsed(ValueError):  # noqa: N818 - the name of what the judgement then is
    """A reply that states no verdict, or more than one."""


@dataclass(frozen=True)
class Verdict:
    """A verdict and the reason beside it.

    Attributes:
        value: Score 1–5, ``yes``, ``no``, or a label.
        reason: What the judge wrote beside it.
    """

    value: float | str
    reason: str | None = None


def parse(text: str, kind: Kind) -> Verdict:
    """The verdict of a reply.

    Args:
        text: Reply as it came.
        kind: What was asked for.

    Raises:
        Unparsed: It states none, one outside the scale, or several that differ.
    """
    if len(text) > MAX_LENGTH:
        raise Unparsed(f"a reply of {len(text)} characters")
    body = _THOUGHT.sub("", text).translate(_WIDTH).strip()
    if not body:
        raise Unparsed("an empty reply")
    fenced = _FENCE.match(body)
    body = fenced.group(1).strip() if fenced else body
    start = body.find("{")
    tail = body.rstrip("` \n")
    if start >= 0 and tail.endswith("}"):
        before = {read(line, kind, labelled=True) for line in body[:start].split("\n")} - {None}
        verdict = _json(tail[start:], kind)
        if before - {verdict.value}:
            raise Unparsed("several verdicts")
        return verdict
    value = read(body, kind)
    if value is not None:
        return Verdict(value)
    return _lines(body, kind)


def _json(body: str, kind: Kind) -> Verdict:
    try:
        reply = json.loads(body, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Unparsed(f"broken JSON: {str(error)[:80]}") from None
    given = [reply[key] for key in _KEYS if key in reply]
    if len(given) != 1:
        raise Unparsed(f"a JSON reply with {len(given)} verdicts")
    value = given[0]
    if isinstance(value, bool) and kind.name == "yes_no":
        value = "yes" if value else "no"
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Unparsed("a JSON verdict that is neither text nor number")
    if isinstance(value, str):
        found = read(value, kind)
    else:
        found = float(value) if kind.name == "score" and 1 <= value <= 5 else None
    if found is None:
        raise Unparsed(f"no verdict: {str(value)[:60]!r}")
    reasons = [reply[key] for key in _REASONS if isinstance(reply.get(key), str)]
    return Verdict(found, reasons[0] if reasons else None)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice")
    return table


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _lines(body: str, kind: Kind) -> Verdict:
    own = without_quotes(body)
    lines = [line.strip() for line in own.split("\n") if line.strip()]
    bracketed = {read(inside, kind) for inside in _BRACKETED.findall(body)}
    ends = {lines[0], lines[-1]} if len(lines) > 1 else set()
    stated = {read(line, kind, labelled=True) for line in ends} - {None}
    if kind.name == "yes_no":
        stated |= _first_word(body, kind)
    if kind.name == "score":
        found, mentioned = stated_scores(own)
        stated |= found
        stated |= mentioned if stated else set()
    if len(stated) != 1 or bracketed - stated:
        raise Unparsed("several verdicts" if stated or bracketed else "no verdict")
    value = stated.pop()
    if value is None:
        raise Unparsed("a verdict outside the scale, or several")
    kept = [
        line
        for line in map(str.strip, body.split("\n"))
        if line and read(line, kind, labelled=True) is None
    ]
    return Verdict(value, " ".join(kept) or None)


def _first_word(body: str, kind: Kind) -> set[float | str | None]:
    """Yes or no at the head of an explanation that does not take it back."""
    match = _FIRST_WORD.match(body)
    if match is None:
        return set()
    value = read(match[1], kind)
    rest = match[2]
    words = re.findall(r"[A-Za-z]+", rest)[:2]
    opening = [read(w, kind) for w in words if w.lower() in ("yes", "no", "true", "false")]
    sentences = [read(part.split(",")[0], kind) for part in _SENTENCE.split(rest)]
    # "Yes, no", "True/false", "Yes. Actually, no." state nothing.
    return {value} | {v for v in (*opening, *sentences) if v is not None}
