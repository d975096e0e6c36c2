"""What could be heard in a passage with masked spans, as text for a judge."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evaluation.contracts import Row
from evaluation.metrics._rows import column

MASKED = "[inaudible]"


def masked_passage(row: Row) -> str | None:
    """Transcript in which the masked words are ``[inaudible]``; ``None`` without a transcript.

    The places come from the characters that each word covers; where the row does not say, from
    the text of the mask, last occurrence first, since the answer follows the question.
    """
    transcript = column(row, "transcript")
    if transcript is None:
        return None
    text = str(transcript)
    spans = column(row, "mask_spans")
    words = column(row, "word_timestamps")
    taken: list[tuple[int, int]] = []
    for span in sorted(spans if spans is not None else (), key=_start, reverse=True):
        place = _covered(span, words) or _found(str(span["text"]), text, taken)
        if place is not None:
            taken.append(place)
    for begin, end in reversed(_joined(taken)):
        text = text[:begin] + MASKED + text[end:]
    return text


def _joined(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places in order; those that share a character are one."""
    found: list[tuple[int, int]] = []
    for begin, end in sorted(places):
        if found and begin < found[-1][1]:
            begin, end = found[-1][0], max(end, found.pop()[1])
        found.append((begin, end))
    return found


def _start(span: Mapping[str, Any]) -> float:
    return float(span["start"])


def _covered(span: Mapping[str, Any], words: Any) -> tuple[int, int] | None:
    """Characters of the words whose middle lies in the span."""
    inside = [
        word["span"]
        for word in (words if words is not None else ())
        if word.get("span") is not None
        and span["start"] <= (word["start"] + word["end"]) / 2 <= span["end"]
    ]
    return (min(i[0] for i in inside), max(i[1] for i in inside)) if inside else None


def _found(words: str, text: str, taken: list[tuple[int, int]]) -> tuple[int, int] | None:
    """Last occurrence that is still free; Latin letters count as words of their own only."""
    if not words:
        return None
    before = r"(?<![A-Za-z0-9])" if words[0].isascii() else ""
    after = r"(?![A-Za-z0-9])" if words[-1].isascii() else ""
    pattern = re.compile(f"{before}{re.escape(words)}{after}", re.IGNORECASE)
    places = [match.span() for match in pattern.finditer(text)]
    free = [p for p in places if all(p[1] <= begin or end <= p[0] for begin, end in taken)]
    return free[-1] if free else None
