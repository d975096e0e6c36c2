"""What could be heard in a passage with masked spans, as text for a judge."""

from __future__ import annotations

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
    for span in sorted(spans if spans is not None else (), key=_start, reverse=True):
        place = _covered(span, words) or _found(str(span["text"]), text)
        if place is not None:
            text = text[: place[0]] + MASKED + text[place[1] :]
    return text


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


def _found(words: str, text: str) -> tuple[int, int] | None:
    place = text.casefold().rfind(words.casefold())
    return None if place < 0 or not words else (place, place + len(words))
