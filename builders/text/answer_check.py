"""The model answers the question, and the answer must be the expected one.

VocalBench-zh, figure 1 and appendix A: after translation and adaptation an LLM answers, and what
it gets wrong goes to people.
"""

from __future__ import annotations

from builders.backends.llm.failures import LLMError
from builders.item import Item
from builders.step import Context, Outcome, Rejected, step
from builders.text.answers import free_answer, same_answer
from builders.text.ask import noted, reject

VERSION = 1


@step("answer_check", version=VERSION, uses=("llm",))
def answer_check(
    item: Item,
    ctx: Context,
    fill: bool = False,
    llm: str = "llm",
    judge: str = "llm",
    model: str | None = None,
) -> Outcome:
    """Keep a row whose expected answer a model confirms by answering alone.

    Args:
        item: Row with a question and, as a rule, an expected answer.
        ctx: Engine context.
        fill: Give a row without an expected answer the model's own; else it is rejected.
        llm: Kind of the backend that answers.
        judge: Kind of the backend that compares.
        model: Another model at the endpoint of ``llm``.

    Returns:
        The row; rejected for review where the answers differ.
    """
    if not item.reference and not fill:
        return Rejected("no expected answer")
    try:
        answered = free_answer(ctx, item, item.prompt, llm=llm, model=model)
        if not item.reference:
            done = item.but(reference=answered.value)
            return noted(done, "answer_check", VERSION, answered, note="the answer is the model's")
        same, _ = same_answer(ctx, item, item.prompt, item.reference, answered.value, llm=judge)
    except LLMError as error:
        return reject(error, "answer check")
    if not same:
        detail = f"expected {item.reference!r}, the model said {answered.value!r}"
        return Rejected("answer not confirmed", detail, review=True)
    return noted(item, "answer_check", VERSION, answered, note=answered.value)
