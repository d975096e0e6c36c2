"""Agreement of two judges that judged the same answers."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from evaluation.contracts import Judgement


@dataclass(frozen=True)
class Agreement:
    """How far two judges agree.

    Attributes:
        n: Answers that both judged.
        left_out: Answers with a usable judgement from one judge only or from neither.
        exact: Share of equal judgements, 0–1; ``None`` without shared answers.
        within_one: Share of scores at most one apart; ``None`` for categories.
        kappa: Cohen's κ; ``None`` where both judges always give one and the same label, since
            chance alone then explains everything.
    """

    n: int
    left_out: int
    exact: float | None
    within_one: float | None
    kappa: float | None


def cohen_kappa(a: list[Hashable], b: list[Hashable]) -> float | None:
    """Cohen's κ of two equally long lists of labels; ``None`` where it is undefined."""
    n = len(a)
    if n == 0:
        return None
    seen = sum(x == y for x, y in zip(a, b, strict=True)) / n
    chance = sum((a.count(label) / n) * (b.count(label) / n) for label in set(a) | set(b))
    return None if chance == 1 else (seen - chance) / (1 - chance)


def agreement(a: Mapping[str, Judgement], b: Mapping[str, Judgement]) -> Agreement:
    """Compare two judges by answer id.

    Args:
        a: Judgements of the first judge by example id.
        b: Judgements of the second judge on the same task.
    """
    left: list[Hashable] = []
    right: list[Hashable] = []
    near: list[bool] = []
    names = set(a) | set(b)
    for name in sorted(set(a) & set(b)):
        x, y = a[name], b[name]
        if x.error or y.error:
            continue
        if x.score is not None and y.score is not None:
            left.append(x.score)
            right.append(y.score)
            near.append(abs(x.score - y.score) <= 1)
        elif x.category is not None and y.category is not None:
            left.append(x.category)
            right.append(y.category)
    n = len(left)
    return Agreement(
        n=n,
        left_out=len(names) - n,
        exact=sum(x == y for x, y in zip(left, right, strict=True)) / n if n else None,
        within_one=sum(near) / len(near) if near and len(near) == n else None,
        kappa=cohen_kappa(left, right),
    )
