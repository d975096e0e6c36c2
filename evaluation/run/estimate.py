"""Time and money that a run may take, and what either rests on."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import fmean
from typing import Any

from builders.stage.progress import about
from evaluation.contracts import Response
from evaluation.run.timing import load_of


def time_line(model: Any, earlier: Iterable[Response], left: int, assumed: float) -> str | None:
    """Time that rows may take, from the answers there are, else from an assumption.

    Args:
        model: Who is asked; see :class:`evaluation.models.contract.Model`.
        earlier: Answers of the run so far.
        left: Rows that are still to be asked.
        assumed: Seconds an answer is taken to need where none has been timed.

    Returns:
        ``None`` for recorded answers: their times are those of the model that once gave them.
    """
    if not getattr(model, "hears", True):
        return None
    at_once = getattr(model, "parallel", 1)
    loads: dict[str, list[float]] = {}
    for said in earlier:
        if said.error is None and said.seconds is not None:
            loads.setdefault(load_of(said), []).append(said.seconds)
    if loads:
        load, times = max(loads.items(), key=lambda pair: len(pair[1]))
        seconds = fmean(times)
        basis = f"{seconds:.2f} s a row, the mean of {len(times)} earlier answers ({load})"
        if load.startswith("batch"):
            at_once = 1  # A row of a batch has its share of the time already.
    else:
        seconds = assumed
        basis = f"{seconds:g} s a row is assumed (--answer-seconds); nothing is timed yet"
    beside = f", {at_once} at once" if at_once > 1 else ""
    return f"about {about(seconds * math.ceil(left / at_once))}{beside}: {basis}"


def cost_line(model: Any, earlier: Iterable[Response], left: int) -> str | None:
    """Money that rows may cost, from the answers there are, else from assumed token counts.

    Returns:
        ``None`` for a model that is not paid for.
    """
    if not hasattr(model, "price"):
        return None
    costs = [said.usage["cost"] for said in earlier if "cost" in said.usage]
    if costs:
        cost = fmean(costs)
        basis = f"the mean of {len(costs)} earlier answers"
    elif model.price is not None:
        asked, answered = model.expected_tokens
        cost = model.price.cost(asked, answered)
        basis = f"{asked} tokens of a question and {answered} of an answer are assumed"
    else:
        return "cost unknown: give price={input: …, output: …}, per million tokens"
    return f"cost about {cost * left:.{2 if cost * left >= 1 else 4}f}: {basis}"
