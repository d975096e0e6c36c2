"""Spoken form by a language model, with the rules as a check (VoiceBench, 3.1 and appendix A)."""

from __future__ import annotations

import re
import unicodedata

from builders.backends.llm.failures import LLMError
from builders.errors import unknown_name
from builders.item import Item
from builders.step import Context, Outcome, Rejected, one_of, step
from builders.text.ask import ask, noted, reject
from builders.text.spoken import leftovers, spoken_form

VERSION = 1
OTHERWISE = ("reject", "rules")


@step("spoken_llm", version=VERSION, uses=("llm",), check=one_of(otherwise=OTHERWISE))
def spoken_llm(
    item: Item,
    ctx: Context,
    least_similarity: float = 0.75,
    otherwise: str = "reject",
    llm: str = "llm",
    model: str | None = None,
) -> Outcome:
    """Set ``item.spoken`` to the model's spoken form of ``item.prompt``.

    An answer counts only if no digit, symbol or markup is left in it and if it says the same as
    the spoken form by rules; else the model is asked again.

    Args:
        item: Any row.
        ctx: Engine context.
        least_similarity: Least share, 0–1, of matching words (English) or characters (Mandarin)
            between the model's form and that of the rules.
        otherwise: Where no answer counts: ``reject`` the row for review, or take the form of the
            ``rules`` and say so in the provenance.
        llm: Kind of the backend to ask.
        model: Another model at the same endpoint.
    """
    if otherwise not in OTHERWISE:
        raise unknown_name("value of otherwise", otherwise, OTHERWISE, "step 'spoken_llm'")
    rules = spoken_form(item.prompt, item.language)
    if not any(char.isalpha() for char in rules):
        return Rejected("empty text", f"nothing to say in {item.prompt[:80]!r}")

    def accept(text: str) -> str:
        return check_spoken(item.prompt, text, item.language, least_similarity)

    try:
        asked = ask(
            ctx,
            item,
            "spoken_form",
            accept,
            llm=llm,
            settings={"model": model} if model else None,
            text=item.prompt,
            language=item.language,
        )
    except LLMError as error:
        if otherwise == "reject":
            return reject(error, "spoken form")
        rejected = reject(error, "spoken form")
        left = leftovers(rules, item.language)
        if left:
            return Rejected("cannot be spoken", " ".join(left[:10]), review=True)
        note = f"by rules: {rejected.detail}"
        return noted(item.but(spoken=rules), "spoken_llm", VERSION, note=note)
    same = asked.value == rules
    note = "as by rules" if same else f"by rules: {rules}"
    return noted(item.but(spoken=asked.value), "spoken_llm", VERSION, asked, note=note)


def check_spoken(written: str, spoken: str, language: str, least_similarity: float) -> str:
    """Refuse a spoken form that leaves something unspoken, or says something else.

    Args:
        written: The written text.
        spoken: Its spoken form, to be checked.
        language: ``en`` or ``zh``.
        least_similarity: See :func:`spoken_llm`.

    Returns:
        ``spoken`` on one line.

    Raises:
        ValueError: It cannot count; says why.
    """
    line = " ".join(spoken.split())
    left = leftovers(line, language)
    if left:
        raise ValueError(f"left unspoken: {' '.join(left[:10])}")
    rules = spoken_form(written, language)
    alike = similarity(rules, line, language)
    if alike < least_similarity:
        raise ValueError(f"says something else: {alike:.2f} alike to {rules[:120]!r}")
    if written.rstrip().endswith(("?", "？")) and not line.endswith(("?", "？", '"', "”", "'")):
        raise ValueError("the question is no question any more")
    return line


def similarity(one: str, other: str, language: str) -> float:
    """Share of words (English) or characters (Mandarin) that match in order, 0–1."""
    from rapidfuzz.distance import Indel

    return Indel.normalized_similarity(_units(one, language), _units(other, language))


def _units(text: str, language: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    if language == "zh":
        return [c for c in folded if c.isalnum()]
    return re.findall(r"[^\W_]+(?:['’][^\W_]+)*", folded.replace("-", " "))
