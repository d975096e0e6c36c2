"""People's decisions, applied (VocalBench-zh, appendix A: manual checks at every stage).

Decisions are JSON lines under version control, one a decision; of several on the same text of a
row the latest counts, and one on a text that was edited follows the edit::

    {"id": "r-17", "decision": "edit", "text": "…", "seen": "…", "by": "wl", "note": "…"}

``decision`` is ``accept``, ``reject``, ``edit`` (with the new ``text``) or ``retake`` (with
``take``, the first take to try; by default the next). ``seen`` is the text the person judged: a
decision about a text that has changed since no longer counts.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step
from builders.text.ask import noted, replace_texts

VERSION = 1
STEP = "review"


class Decision(BaseModel):
    """What a person decided on one row.

    Attributes:
        id: Row id.
        decision: ``accept``, ``reject``, ``edit`` or ``retake``.
        text: New text, for ``edit``.
        field: What ``text`` replaces: ``prompt``, or only what is ``spoken``.
        reference: New expected answer, for ``edit``.
        take: First take to try, for ``retake``.
        seen: Text the person judged; empty where the decision holds for any.
        by: Who decided.
        note: Why.
        time: When, in ISO 8601.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1)
    decision: Literal["accept", "reject", "edit", "retake"]
    text: str | None = None
    field: Literal["prompt", "spoken"] = "prompt"
    reference: str | None = None
    take: int | None = Field(default=None, ge=0)
    seen: str = ""
    by: str = ""
    note: str = ""
    time: str = ""

    @model_validator(mode="after")
    def _complete(self) -> Decision:
        if self.decision == "edit" and not (self.text or "").strip():
            raise ValueError("an edit needs the new text")
        return self


@step(STEP, version=VERSION)
def review(item: Item, ctx: Context, file: str) -> Outcome:
    """Apply the decision on a row, if there is one.

    Args:
        item: Any row.
        ctx: Engine context.
        file: File of decisions; it need not exist yet.

    Returns:
        The row, with an edit applied; ``accept`` and ``retake`` stand in its provenance, where
        checks and speech steps look them up (:func:`decided`). Rejected where a person said so.
    """
    decisions = read_history(file).get(item.id, ())
    if not decisions:
        return item
    current, position = item, 0
    while (found := on_text(decisions, current, position)) is not None:
        position, decision = found[0] + 1, found[1]
        if decision.decision == "reject":
            why = decision.note or f"by {decision.by or 'unknown'}"
            return Rejected("rejected by a person", why)
        current = edited(current, decision)
        if decision.decision != "edit":
            break
    if position == 0:
        return noted(item, STEP, VERSION, note="a decision on an earlier text no longer counts")
    return current


def on_text(
    decisions: Sequence[Decision], item: Item, start: int = 0
) -> tuple[int, Decision] | None:
    """The latest decision from ``start`` on that was made on the row's text, with its position."""
    before = decided(item) or {}
    # After an edit of what is spoken, the prompt is still the text of before.
    texts = (item.spoken,) if before.get("field") == "spoken" else (item.prompt, item.spoken)
    for number in range(len(decisions) - 1, start - 1, -1):
        seen = decisions[number].seen
        if not seen or seen in texts:
            return number, decisions[number]
    return None


def edited(item: Item, decision: Decision) -> Item:
    """The row with an edit applied and the decision in its provenance."""
    changed = item
    if decision.decision == "edit" and decision.text is not None:
        if decision.field == "spoken":
            changed = item.but(spoken=decision.text)
        else:
            changed = replace_texts(item, decision.text, item.reference)
        if decision.reference is not None:
            changed = changed.but(reference=decision.reference)
    params: dict[str, Any] = {"decision": decision.decision, "by": decision.by}
    if decision.decision == "edit":
        params["field"] = decision.field
    if decision.decision == "retake":
        params["take"] = 1 if decision.take is None else decision.take
    return noted(changed, STEP, VERSION, note=decision.note or None, **params)


def decided(item: Item) -> dict[str, Any] | None:
    """The latest decision in a row's provenance: ``decision``, ``by``, and ``take``."""
    for record in reversed(item.provenance.steps):
        if record.step == STEP and record.params:
            return dict(record.params)
    return None


def read_decisions(file: Path | str) -> dict[str, Decision]:
    """Latest decision by row id. As :func:`read_history` otherwise."""
    return {row_id: decisions[-1] for row_id, decisions in read_history(file).items()}


def read_history(file: Path | str) -> dict[str, tuple[Decision, ...]]:
    """All decisions by row id, in order; none where the file does not exist.

    Raises:
        VivavoceError: A line is not well formed; names it.
    """
    path = Path(file)
    if not path.exists():
        return {}
    info = path.stat()
    return _read(path.resolve(), info.st_mtime_ns, info.st_size)


@functools.lru_cache(maxsize=32)
def _read(path: Path, _changed: int, _size: int) -> dict[str, tuple[Decision, ...]]:
    decisions: dict[str, tuple[Decision, ...]] = {}
    # Not splitlines: it also breaks at separators that may stand inside a JSON string.
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            decision = Decision.model_validate(json.loads(line))
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            raise VivavoceError(f"{path}, line {number}: {place}: {first['msg']}") from None
        except ValueError as error:
            raise VivavoceError(f"{path}, line {number}: not JSON: {error}") from None
        decisions[decision.id] = (*decisions.get(decision.id, ()), decision)
    return decisions
