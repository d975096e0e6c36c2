"""Cultural adaptation of a translated row (VocalBench-zh, appendix A, stage 2)."""

from __future__ import annotations

import json

from builders.backends.llm.failures import LLMError
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step
from builders.text.ask import as_object, ask, noted, reject, replace_texts

VERSION = 2


@step("adapt", version=VERSION, uses=("llm",))
def adapt(
    item: Item,
    ctx: Context,
    guidance: str | None = None,
    keep_answer: bool = False,
    context: str = "Context",
    llm: str = "llm",
    model: str | None = None,
) -> Outcome:
    """Rework a Chinese row so that it could be asked in everyday Mandarin.

    Args:
        item: Row in Chinese.
        ctx: Engine context.
        guidance: One more rule for the model, such as one on law and norms for safety queries.
        keep_answer: The answer must come back unchanged, as where it is the reference of a fact.
        context: Column of earlier turns, which the model sees and which stay as they are.
        llm: Kind of the backend to ask.
        model: Another model at the same endpoint.

    Returns:
        The row, adapted; rejected where the model finds it unsuitable (a person may overrule).
    """
    row: dict[str, object] = {"question": item.prompt, "answer": item.reference}
    if turns := item.fields.get(context):
        row = {"turns before": turns, **row}

    def accept(text: str) -> dict[str, str | bool | None]:
        value = as_object(text, question=str, suitable=bool)
        question, answer = value["question"].strip(), value.get("answer")
        if not value["suitable"]:
            return value
        if not question or len(question) > 2 * len(item.prompt) + 40:
            raise ValueError(f"a question of {len(question)} characters")
        if item.reference is not None and not (isinstance(answer, str) and answer.strip()):
            raise ValueError("the answer was lost")
        if keep_answer and item.reference is not None and answer != item.reference:
            raise ValueError(f"the answer was changed from {item.reference!r} to {answer!r}")
        return value

    try:
        asked = ask(
            ctx,
            item,
            "adapt_zh",
            accept,
            llm=llm,
            settings={"model": model} if model else None,
            row=json.dumps(row, ensure_ascii=False),
            guidance=guidance,
        )
    except LLMError as error:
        return reject(error, "adaptation")
    found, why = asked.value, str(asked.value.get("why") or "")
    if not found["suitable"]:
        return Rejected("unsuitable for the culture", why, review=True)
    answer = None if item.reference is None else found["answer"].strip()
    done = replace_texts(item, found["question"].strip(), answer)
    return noted(done, "adapt", VERSION, asked, note=why, guidance=guidance)
