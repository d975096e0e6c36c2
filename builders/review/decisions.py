"""Write a person's decision where the next build finds it."""

from __future__ import annotations

import os
from datetime import datetime, timezone
from pathlib import Path

from pydantic import ValidationError

from builders.errors import VivavoceError
from builders.review.queue import Case
from builders.speech.takes import TRIED
from builders.text.review import Decision, decided, edited, on_text, read_history


def decide(
    file: Path,
    case: Case,
    decision: str,
    *,
    by: str,
    text: str | None = None,
    note: str = "",
    now: datetime | None = None,
) -> Decision:
    """Append a decision on a row to the file of its family.

    Args:
        file: File of decisions.
        case: The row.
        decision: ``accept``, ``reject``, ``edit`` or ``retake``.
        by: Who decides.
        text: New text, for ``edit``.
        note: Why.
        now: Time to record; the present by default.

    Returns:
        The decision as written.

    Raises:
        VivavoceError: It is none of the four, an edit has no new text, or the row cannot be dealt
            with so.
    """
    speech = case.item.provenance.speech
    if decision == "retake" and (case.stage == "text" or speech is None):
        raise VivavoceError(f"row '{case.item.id}' has no speech that could be made again")
    if decision == "edit" and case.item.fields.get("turns") and case.stage != "text":
        raise VivavoceError(f"row '{case.item.id}' is a dialogue: edit its turns in the source")
    if decision == "edit" and text is not None and text.strip() == case.text:
        raise VivavoceError("the new text is the old one")
    time = (now or datetime.now(timezone.utc)).isoformat(timespec="seconds")
    try:
        made = Decision.model_validate(
            {
                "id": case.item.id,
                "decision": decision,
                "text": text.strip() if decision == "edit" and text is not None else None,
                "field": case.field if decision == "edit" else "prompt",
                "take": _next_take(case) if decision == "retake" else None,
                "seen": case.text,
                "by": by,
                "note": note,
                "time": time,
            }
        )
    except ValidationError as error:
        raise VivavoceError(f"decision: {error.errors()[0]['msg']}") from error
    _append(file, made.model_dump_json(exclude_defaults=True) + "\n")
    return made


def decision_on(file: Path, case: Case) -> Decision | None:
    """The decision that stands on a row's present text, if any.

    Another take that was made and failed again waits for a new decision.
    """
    found = on_text(read_history(file).get(case.item.id, ()), case.item)
    if found is None:
        return None
    wish = decided(edited(case.item, found[1]))
    made = found[1].decision == "retake" and decided(case.item) == wish
    return None if made else found[1]


def _next_take(case: Case) -> int:
    """The first take that was not tried yet."""
    history = case.item.provenance
    tried = [r.params["tried"] for r in history.steps if r.step == TRIED]
    return int(max([history.speech.take + 1 if history.speech else 0, *tried]))


def _append(file: Path, line: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    # One write to a file opened for appending: two reviewers never mix their lines.
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        if file.stat().st_size and not file.read_bytes().endswith(b"\n"):
            line = "\n" + line
        os.write(handle, line.encode())
        os.fsync(handle)
    finally:
        os.close(handle)
