"""Kept if at least one of several models answers right without a passage (VoiceBench, 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from builders.backends.llm.failures import LLMError
from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step
from builders.text.answers import free_answer, same_answer
from builders.text.ask import Asked, noted, reject

VERSION = 1


@step("answerable", version=VERSION, uses=("llm",))
def answerable(
    item: Item,
    ctx: Context,
    models: Sequence[str],
    at_least: int = 1,
    ask_all: bool = True,
    judge: str = "llm",
) -> Outcome:
    """Keep a question that models can answer from what they know.

    Args:
        item: Row with a question and an expected answer.
        ctx: Engine context.
        models: Who is asked: a model name at the endpoint of ``llm``, or ``kind:model`` (either
            part may be empty) where a model has an endpoint of its own, such as ``llm/claude:``.
        at_least: Number of models that must be right.
        ask_all: Ask the others too when enough were right, so that the column is complete.
        judge: Kind of the backend that compares the answers.

    Returns:
        The row with the column ``answered_by`` (models that were right); else rejected, with all
        answers in the detail.
    """
    if not 1 <= at_least <= len(models):
        raise VivavoceError(
            f"step 'answerable': at_least is {at_least} with {len(models)} models; it must be "
            "between 1 and their number"
        )
    if not item.reference:
        return Rejected("no expected answer")
    right: list[str] = []
    said: dict[str, Any] = {}
    asked: Asked | None = None
    try:
        for name in models:
            if len(right) >= at_least and not ask_all:
                break
            kind, colon, model = name.partition(":")
            if not colon:
                kind, model = "llm", name
            found = free_answer(ctx, item, item.prompt, llm=kind or "llm", model=model or None)
            said[name] = found.value
            same, _ = same_answer(ctx, item, item.prompt, item.reference, found.value, llm=judge)
            if same:
                right.append(name)
                asked = asked or found
    except LLMError as error:
        return reject(error, "answerable")
    if len(right) < at_least:
        answers = "; ".join(f"{name}: {text!r}" for name, text in said.items())
        detail = f"{len(right)} of {len(models)} right, expected {item.reference!r}; {answers}"
        return Rejected("not answerable", detail, review=True)
    done = item.with_fields(answered_by=right)
    note = f"right: {', '.join(right)}"
    return noted(done, "answerable", VERSION, asked, note=note, models=list(models))
