"""A model's own answer to a question, and whether it is the expected one."""

from __future__ import annotations

import re
import unicodedata

from builders.item import Item
from builders.step import Context
from builders.text.ask import Asked, as_yes_no, ask

_MAX_ANSWER = 2000
_MARKS = re.compile(r"(?<=\d)[.:/,](?!\d)|(?<!\d)[.:/,]|-(?!\d)|(?<=\w)-|[^\w\s+#%$€£¥°.:/,-]|_")


def free_answer(ctx: Context, item: Item, question: str, *, llm: str, model: str | None) -> Asked:
    """Let a model answer a question from its own knowledge, without options or passage."""
    settings = {"model": model} if model else None
    return ask(
        ctx,
        item,
        "answer_briefly",
        _sentence,
        llm=llm,
        settings=settings,
        question=question,
        language=item.language,
    )


def same_answer(
    ctx: Context, item: Item, question: str, reference: str, candidate: str, *, llm: str = "llm"
) -> tuple[bool, Asked | None]:
    """Whether two answers to a question are the same.

    Texts that are equal but for width, case and punctuation need no judge. All others do: a
    reference that merely stands somewhere in the candidate may be denied there.

    Returns:
        The verdict, and the judge's answer where one was asked.
    """
    wanted, given = plain(reference), plain(candidate)
    if wanted and wanted == given:
        return True, None
    asked = ask(
        ctx,
        item,
        "same_answer",
        as_yes_no,
        llm=llm,
        question=question,
        reference=reference,
        candidate=candidate,
    )
    return asked.value, asked


def plain(text: str) -> str:
    """Text without width, case, punctuation, articles and doubled spaces.

    Signs that make another answer of it stay: ``C++``, ``-5``, ``3.5``, ``10%``.
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("−", "-")
    bare = _MARKS.sub(" ", folded)
    return " ".join(re.sub(r"\b(?:the|a|an)\b", " ", bare).split())


def _sentence(text: str) -> str:
    if not text or len(text) > _MAX_ANSWER:
        raise ValueError(f"an answer of {len(text)} characters")
    return text
