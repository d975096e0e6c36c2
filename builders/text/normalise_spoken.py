"""The step that sets what the voice says."""

from __future__ import annotations

from builders.item import Item
from builders.provenance import StepRecord
from builders.step import Context, Rejected, step
from builders.text.spoken import leftovers, spoken_form

_SHOWN = 10


VERSION = 3


@step("normalise_spoken", version=VERSION)
def normalise_spoken(item: Item, ctx: Context) -> Item | Rejected:
    """Set ``item.spoken`` to the spoken form of the transcript, by rules.

    Returns:
        The row with its spoken text, or a rejection: ``"empty text"`` where the prompt has no
        word, ``"cannot be spoken"`` where something is left that no voice of the row's language
        can say (the detail lists it).
    """
    if not item.transcript.strip():
        return Rejected("empty text")
    spoken = spoken_form(item.transcript, item.language)
    if not any(char.isalpha() for char in spoken):
        return Rejected("empty text", f"nothing to say in {item.transcript[:80]!r}")
    left = leftovers(spoken, item.language)
    if left:
        shown = " ".join(left[:_SHOWN]) + (" …" if len(left) > _SHOWN else "")
        return Rejected("cannot be spoken", shown, review=True)
    record = StepRecord(step="normalise_spoken", version=VERSION)
    provenance = item.provenance.but(steps=(*item.provenance.steps, record))
    return item.but(spoken=spoken, provenance=provenance)
