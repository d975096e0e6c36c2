"""From the votes of one judge to one judgement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluation.judges.parse import Kind, Unparsed, Verdict


def settle(votes: Sequence[Verdict | None], kind: Kind) -> float | str:
    """Mean of scores, majority of categories.

    Args:
        votes: Votes; ``None`` is one that could not be read.
        kind: What was asked for.

    Raises:
        Unparsed: No more than half of the votes can be read, or categories are tied.
    """
    values = [vote.value for vote in votes if vote is not None]
    if 2 * len(values) <= len(votes) or not values:
        raise Unparsed(f"{len(values)} of {len(votes)} votes can be read")
    if kind.name == "score":
        return sum(float(value) for value in values) / len(values)
    (first, most), *others = Counter(values).most_common(2)
    if others and others[0][1] == most:
        raise Unparsed("the votes are tied")
    return first
