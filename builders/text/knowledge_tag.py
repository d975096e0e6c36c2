"""Finer categories of the knowledge set (VocalBench-zh, appendix A)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builders.backends.llm.failures import LLMError
from builders.errors import VivavoceError
from builders.item import Item
from builders.step import Context, Outcome, step
from builders.text.ask import as_one_of, ask, noted, reject

VERSION = 1


@step("knowledge_tag", version=VERSION, uses=("llm",))
def knowledge_tag(
    item: Item,
    ctx: Context,
    tags: Mapping[str, str] | Sequence[str],
    field: str = "Category",
    llm: str = "llm",
    model: str | None = None,
) -> Outcome:
    """Put a row into one of the given categories.

    Args:
        item: Row with a question; its expected answer helps the model.
        ctx: Engine context.
        tags: Categories, or categories with what each means.
        field: Column that gets the category; a row that has one keeps it.
        llm: Kind of the backend to ask.
        model: Another model at the same endpoint.
    """
    meanings = dict(tags) if isinstance(tags, Mapping) else dict.fromkeys(tags, "")
    if len(meanings) < 2:
        raise VivavoceError("step 'knowledge_tag': tags must name at least two categories")
    if item.fields.get(field):
        return item
    try:
        asked = ask(
            ctx,
            item,
            "knowledge_tag",
            as_one_of(*meanings),
            llm=llm,
            settings={"model": model} if model else None,
            tags=list(meanings.items()),
            question=item.prompt,
            answer=item.reference,
        )
    except LLMError as error:
        return reject(error, "tagging")
    return noted(item.with_fields(**{field: asked.value}), "knowledge_tag", VERSION, asked)
