"""Where the default phoneme error rate and the released one differ, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from evaluation.contracts import Row
from evaluation.metrics._rows import heard
from evaluation.metrics.per import ErrorCounts, per_counts
from evaluation.metrics.per_released import (
    UnreadableNumberError,
    released_counts,
    released_text,
)
from evaluation.metrics.syllables import is_hanzi, normalise


@dataclass(frozen=True)
class Difference:
    """One row on which the two rates differ.

    Attributes:
        id: Id of the example.
        default: Counts of the default metric.
        released: Counts of the public script; ``None`` where it stops.
        reasons: What the two compare differently, in words.
    """

    id: str
    default: ErrorCounts
    released: ErrorCounts | None
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        released = "stops" if self.released is None else _counts(self.released)
        reasons = "; ".join(self.reasons)
        return f"{self.id}: default {_counts(self.default)}, released {released}: {reasons}"


def _counts(counts: ErrorCounts) -> str:
    return f"{counts.edits}/{counts.length} = {100 * counts.rate:.3f} %"


def reading_differences(text: str) -> list[str]:
    """What the two normalisers read differently in one text."""
    runs = normalise(text).split()
    latin = [run for run in runs if not is_hanzi(run)]
    out = [f"Latin words kept: {' '.join(latin)}"] if latin else []
    ours = "".join(run for run in runs if is_hanzi(run))
    try:
        theirs = released_text(text)
    except UnreadableNumberError as error:
        return [*out, f"the script stops: {error}"]
    for step in Levenshtein.opcodes(theirs, ours):
        if step.tag == "equal":
            continue
        before = ours[max(0, step.dest_start - 2) : step.dest_start]
        after = ours[step.dest_end : step.dest_end + 2]
        read = ours[step.dest_start : step.dest_end] or "nothing"
        instead = theirs[step.src_start : step.src_end] or "nothing"
        out.append(f"…{before}[{read}]{after}… and not [{instead}]")
    return out


def differences(rows: Iterable[Row]) -> list[Difference]:
    """Rows on which the default and the released counts differ, with the reasons.

    Rows without a spoken answer or its transcript are left out.
    """
    out = []
    for row in rows:
        pair = heard(row)
        if pair is None:
            continue
        default = per_counts(*pair)
        try:
            released: ErrorCounts | None = released_counts(*pair)
        except UnreadableNumberError:
            released = None
        if default == released:
            continue
        reasons = [
            f"{side}: {reason}"
            for side, text in zip(("text", "heard"), pair, strict=True)
            for reason in reading_differences(text)
        ]
        if not reasons:
            reasons = ["tone of 一, 不 or a neutral syllable: fixed here, by context there"]
        out.append(Difference(row.example.id, default, released, tuple(reasons)))
    return out
