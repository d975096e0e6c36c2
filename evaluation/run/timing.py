"""Times of a run by the load they were taken under.

A single stream says how long one user waits. Rows generated together and calls in flight beside
one another say how much a machine gets through; their figures are never mixed with the first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from evaluation.contracts import Response

SINGLE = "single"


def load_of(response: Response) -> str:
    """``single``, ``batch 8`` or ``streams 16``."""
    for load in ("batch", "streams"):
        count = response.usage.get(load)
        if isinstance(count, int) and count > 1:
            return f"{load} {count}"
    return SINGLE


def summary(responses: Iterable[Response]) -> dict[str, Any]:
    """Figures by load.

    Returns:
        ``{load: {rows, seconds, rtf, first_token, first_audio}}``: median seconds and medians to
        the first token and audio; the real-time factor is summed generation time over summed
        duration of the spoken answers. What no row of a load states is left out.
    """
    by_load: dict[str, list[Response]] = {}
    for response in responses:
        if response.error is None and response.seconds is not None:
            by_load.setdefault(load_of(response), []).append(response)
    return {load: _figures(rows) for load, rows in sorted(by_load.items())}


def _figures(rows: list[Response]) -> dict[str, Any]:
    found: dict[str, Any] = {"rows": len(rows)}
    for name in ("seconds", "first_token", "first_audio"):
        values = [v for v in (getattr(row, name) for row in rows) if v is not None]
        if values:
            found[name] = round(float(np.median(values)), 4)
    spoken = [row for row in rows if row.duration]
    if spoken:
        total = sum(row.duration or 0.0 for row in spoken)
        found["rtf"] = round(sum(row.seconds or 0.0 for row in spoken) / total, 4)
    return found
