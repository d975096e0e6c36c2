"""The comparisons an IFEval instruction can ask for."""

from __future__ import annotations

import operator
from collections.abc import Callable

from builders.errors import VivavoceError

_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "less than": operator.lt,
    "at least": operator.ge,
}


def holds(count: int, relation: str, threshold: int) -> bool:
    """Whether ``count`` stands in ``relation`` to ``threshold``.

    Raises:
        VivavoceError: The relation is neither ``less than`` nor ``at least``. Taking an unknown
            one for fulfilled would give credit for nothing.
    """
    if relation not in _RELATIONS:
        raise VivavoceError(f"unknown relation '{relation}'; known: {', '.join(_RELATIONS)}")
    return _RELATIONS[relation](count, threshold)
