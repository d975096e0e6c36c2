"""What a person said about a row that a check rejected, obeyed where the check rejects it.

The file of decisions is consulted for rejected rows alone, so it changes no key of any other row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from builders.item import Item
from builders.step import Rejected
from builders.text.ask import noted
from builders.text.review import STEP, VERSION, Decision, decided, edited, on_text, read_history

Again = Callable[[Item], list[Item | Rejected]]
"""Runs the step once more, on another row."""


def hear_person(
    outcome: Item | Rejected, item: Item, file: Path | None, again: Again, start: int = 0
) -> list[Item | Rejected]:
    """Apply the decision on a rejected row that a person may overrule.

    ``accept`` lets the row go on as it stood when it was rejected; ``edit`` and ``retake`` run the
    step once more on the changed row, and what a person said about the outcome counts in turn;
    ``reject`` makes the rejection final. A decision on another text than the rejected one no
    longer counts.

    Args:
        outcome: Outcome of a step.
        item: The step's input.
        file: File of decisions; ``None`` where the recipe names none.
        again: Runs the step.
        start: Decision to begin with: those before it were obeyed.

    Returns:
        What takes the place of the outcome.
    """
    if file is None or not isinstance(outcome, Rejected) or not outcome.review:
        return [outcome]
    row = outcome.item or item
    earlier = decided(row)
    if earlier is not None and earlier.get("decision") == "accept":
        return [_accepted(row, outcome, None)]
    found = on_text(read_history(file).get(row.id, ()), row, start)
    if found is None:
        return [outcome]
    position, decision = found
    if start == 0 and earlier is not None and decision.decision in ("edit", "retake"):
        # It was obeyed already, and the step rejects what came of it.
        return [outcome]
    if decision.decision == "reject":
        return [replace(outcome, reason="rejected by a person", review=False, item=row)]
    if decision.decision == "accept":
        return [_accepted(row, outcome, decision)]
    if row.id != item.id:
        # A variant that was rejected before its text was made: only an edit can supply it.
        return [edited(row, decision)] if decision.decision == "edit" else [outcome]
    changed = edited(item, decision)
    return [
        heard
        for each in again(changed)
        for heard in hear_person(each, changed, file, again, position + 1)
    ]


def _accepted(row: Item, outcome: Rejected, decision: Decision | None) -> Item:
    note = f"{outcome.reason}: {outcome.detail}"
    if decision is None:
        return noted(row, STEP, VERSION, note=f"overruled: {note}")
    return noted(row, STEP, VERSION, note=note, decision="accept", by=decision.by)
