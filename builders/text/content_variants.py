"""Spoken requests with the slips of real speech (VoiceBench, 6.1 and table 6).

A model rewrites the clean text by few-shot examples. A rewrite counts only if its edit is of the
named kind by rule, if the request still means the same, and if no answer slipped in.
"""

from __future__ import annotations

from collections.abc import Sequence

from builders.backends.llm.failures import LLMError
from builders.errors import unknown_name
from builders.item import Item
from builders.provenance import Variant
from builders.step import Context, Outcome, Rejected, one_of, step
from builders.text.answers import free_answer, plain, same_answer
from builders.text.ask import as_yes_no, ask, noted, reject
from builders.text.content import KINDS
from builders.text.spoken import leftovers

VERSION = 3


@step("content_variants", version=VERSION, uses=("llm",), check=one_of(kinds=KINDS))
def content_variants(
    item: Item,
    ctx: Context,
    kinds: Sequence[str] = tuple(KINDS),
    include_clean: bool = True,
    check_meaning: bool = True,
    check_answer: bool = False,
    llm: str = "llm",
    judge: str = "llm",
    model: str | None = None,
) -> Outcome:
    """Make one row for each content variation.

    Args:
        item: Row with its spoken text, if it has one that differs from the prompt.
        ctx: Engine context.
        kinds: Variations to make, of :data:`builders.text.content.KINDS`.
        include_clean: Give the clean row too, so that each variant has its pair.
        check_meaning: Ask a model whether both texts ask for the same.
        check_answer: For a row with an expected answer: a model that hears the rewrite must
            still give it.
        llm: Kind of the backend that rewrites.
        judge: Kind of the backend that judges.
        model: Another model at the endpoint of ``llm``.

    Returns:
        Rows ``<id>-<kind>`` whose ``prompt`` is the clean text and whose ``spoken`` is the
        rewrite; a rejection in place of a row where no rewrite counts.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise unknown_name("content variation", kind, KINDS, "step 'content_variants'")
    rows: list[Item | Rejected] = [item.with_fields(variation="clean")] if include_clean else []
    for kind in kinds:
        try:
            rows.append(_variant(item, ctx, kind, check_meaning, check_answer, llm, judge, model))
        except LLMError as error:
            rejected = reject(error, f"content variation {kind}")
            row = item.but(id=f"{item.id}-{kind}")
            rows.append(Rejected(rejected.reason, rejected.detail, rejected.review, row))
    return rows


def check_rewrite(
    clean: str, rewrite: str, kind: str, language: str, reference: str | None = None
) -> str:
    """Refuse a rewrite that is not of its kind, by rule.

    Args:
        clean: The clean text.
        rewrite: Its rewrite.
        kind: One of :data:`builders.text.content.KINDS`.
        language: ``en`` or ``zh``.
        reference: Expected answer; it must not appear where it did not stand before.

    Returns:
        What was changed.

    Raises:
        ValueError: Says what is wrong.
    """
    if "\n" in rewrite.strip():
        raise ValueError("more than one line")
    left = leftovers(rewrite, language)
    if left and not leftovers(clean, language):
        raise ValueError(f"cannot be spoken: {' '.join(left[:10])}")
    change = KINDS[kind](clean, rewrite, language)
    answer = plain(reference or "")
    if len(answer) > 1 and answer in plain(rewrite) and answer not in plain(clean):
        raise ValueError(f"the answer {reference!r} slipped in")
    return change


def _variant(
    item: Item,
    ctx: Context,
    kind: str,
    check_meaning: bool,
    check_answer: bool,
    llm: str,
    judge: str,
    model: str | None,
) -> Item:
    clean = item.transcript

    def accept(text: str) -> tuple[str, str]:
        change = check_rewrite(clean, text, kind, item.language, item.reference)
        if check_meaning:
            same = ask(
                ctx, item, "same_meaning", as_yes_no, llm=judge, original=clean, rewritten=text
            )
            if not same.value:
                raise ValueError(f"the meaning changed: {text[:200]!r}")
        if check_answer and item.reference:
            given = free_answer(ctx, item, text, llm=judge, model=None).value
            if not same_answer(ctx, item, clean, item.reference, given, llm=judge)[0]:
                raise ValueError(f"the answer changed to {given[:100]!r}")
        return text, change

    settings = {"model": model} if model else None
    asked = ask(
        ctx,
        item,
        f"content_{kind}",
        accept,
        llm=llm,
        settings=settings,
        text=clean,
        language=item.language,
    )
    text, change = asked.value
    variant = Variant(condition=kind, level="content", params={"clean": clean, "change": change})
    row = item.but(id=f"{item.id}-{kind}", spoken=text)
    row = row.but(provenance=row.provenance.but(variant=variant)).with_fields(variation=kind)
    return noted(row, "content_variants", VERSION, asked, note=change, kind=kind)
