"""Questions on mathematics and programming leave (VoiceBench, 3.1, AlpacaEval)."""

from __future__ import annotations

from collections.abc import Sequence

from builders.backends.llm.failures import LLMError
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step
from builders.text.ask import as_one_of, ask, noted, reject

VERSION = 1


@step("not_maths_or_code", version=VERSION, uses=("llm",))
def not_maths_or_code(
    item: Item,
    ctx: Context,
    out: Sequence[str] = ("maths", "code"),
    llm: str = "llm",
    model: str | None = None,
) -> Outcome:
    """Reject a row that asks for mathematics or program code.

    Args:
        item: Any row.
        ctx: Engine context.
        out: Which of ``maths`` and ``code`` are taken out.
        llm: Kind of the backend to ask.
        model: Another model at the same endpoint.
    """
    try:
        asked = ask(
            ctx,
            item,
            "maths_or_code",
            as_one_of("maths", "code", "other"),
            llm=llm,
            settings={"model": model} if model else None,
            text=item.prompt,
        )
    except LLMError as error:
        return reject(error, "maths or code")
    if asked.value in out:
        return Rejected(f"about {asked.value}", review=True)
    return noted(item, "not_maths_or_code", VERSION, asked)
