"""Names in translated rows give way to Chinese ones (VocalBench-zh, appendix A, stage 1).

Replacements come from a table, are drawn for each row by seed, have the kind and gender of what
they replace, and are the same everywhere in a row: question, answer and context stay in step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from builders.backends.llm.failures import LLMError
from builders.errors import unknown_name
from builders.item import Item
from builders.step import Context, Outcome, Rejected, one_of, step
from builders.text.ask import Asked, noted, reject, with_texts
from builders.text.entity_finders import Entity, by_llm, by_tagger, standing
from builders.text.entity_table import EntityTable, load_table

VERSION = 3
FINDERS: dict[str, Callable[..., tuple[list[Entity], Asked | None]]] = {
    "llm": by_llm,
    "tagger": by_tagger,
}


@step("entities", version=VERSION, uses=("llm", "tagger"), check=one_of(finder=FINDERS))
def entities(
    item: Item,
    ctx: Context,
    finder: str = "llm",
    fields: Sequence[str] = (),
    table: str | None = None,
    llm: str = "llm",
) -> Outcome:
    """Replace foreign names by Chinese ones.

    Args:
        item: Row in Chinese.
        ctx: Engine context.
        finder: ``llm``: a model finds names and tells which can be replaced. ``tagger``: the
            embedded tagger finds them, and those that the table knows are replaced.
        fields: Columns that are kept in step too; texts inside lists and objects count.
        table: Table of names instead of ``recipes/tables/entities_zh.yaml``.
        llm: Kind of the backend to ask.

    Returns:
        The row, with the replacements in the provenance; rejected for review where the table has
        too few names for it, or a name cannot be told from other words.
    """
    if finder not in FINDERS:
        raise unknown_name("finder", finder, FINDERS, "step 'entities'")
    names = load_table(table)
    texts = texts_of(item, fields)
    try:
        found, asked = FINDERS[finder](ctx, item, texts, names, llm)
    except LLMError as error:
        return reject(error, "entities")
    try:
        mapping = assign(found, names, "\n".join(texts), ctx.rng(item, "entities"))
    except LookupError as error:
        return Rejected("no name left in the table", str(error), review=True)
    changed = {old: new for old, new in mapping.items() if old != new}
    if not changed:
        return noted(item, "entities", VERSION, asked, note="nothing to replace", finder=finder)
    if held := _held(found, mapping, changed, names) if finder == "tagger" else ():
        detail = f"part of {'、'.join(held)} is replaced elsewhere: perhaps the same person"
        return Rejected("a name cannot be told from other words", detail, review=True)
    stands = {text: standing(ctx.backend("tagger"), text, changed) for text in texts}
    unclear = set(changed) - {name for places in stands.values() for _, name in places}
    whole = {n for n in unclear if not any(n != longer and n in longer for longer in mapping)}
    unclear = {name for name in whole if any(name in text for text in texts)}
    if unclear:
        detail = f"{'、'.join(sorted(unclear))} stands nowhere as a word of its own"
        return Rejected("a name cannot be told from other words", detail, review=True)
    done = with_texts(
        item, lambda text: replace_all(text, mapping, stands.get(text, ())), tuple(fields)
    )
    note = "; ".join(f"{old} → {new}" for old, new in sorted(changed.items()))
    return noted(done, "entities", VERSION, asked, note=note, finder=finder, table=names.version)


def _held(
    found: Sequence[Entity],
    mapping: Mapping[str, str],
    changed: Collection[str],
    table: EntityTable,
) -> list[str]:
    """Persons that stay and whose name holds one that is replaced: 约翰·史密斯 beside 约翰."""
    stay = {e.text for e in found if e.kind == "person" and mapping[e.text] == e.text}
    return sorted(s for s in stay - table.keep if any(name in s for name in changed))


def texts_of(item: Item, fields: Sequence[str]) -> list[str]:
    """The texts of a row that must stay in step, without empty ones."""
    found: list[str] = []

    def note(text: str) -> str:
        if text.strip():
            found.append(text)
        return text

    with_texts(item, note, tuple(fields))
    return found


def assign(
    found: Sequence[Entity], table: EntityTable, whole: str, rng: np.random.Generator
) -> dict[str, str]:
    """Give every name its replacement; one that stays is mapped to itself.

    A part of a longer name (约翰 of 约翰·史密斯) means the same person and gets the same
    replacement. Two persons never get the same one, nor one that the row has already.

    Args:
        found: Names in the row.
        table: Where replacements come from.
        whole: All texts of the row.
        rng: Draws the replacements.

    Raises:
        LookupError: The table has no unused name of a kind and gender.
    """
    mapping = {e.text: e.text for e in found if not e.replaceable or e.text in table.keep}
    parts: dict[str, str] = {}
    todo = [e for e in found if e.text not in mapping]
    used = {e.text for e in found}
    for entity in sorted(todo, key=lambda e: (-len(e.text), whole.find(e.text))):
        if entity.text in mapping:
            continue
        if entity.text in parts:
            mapping[entity.text] = parts[entity.text]
            continue
        pool = table.alternatives(entity.kind, entity.gender)
        free = [name for name in pool if name not in used and name not in whole]
        if not free:
            raise LookupError(f"{entity.kind} ({entity.gender or 'no gender'}) for {entity.text}")
        chosen = free[int(rng.integers(len(free)))]
        used.add(chosen)
        mapping[entity.text] = chosen
        for part in re.split("[·•・.]", entity.text):
            if part != entity.text and len(part) > 1:
                parts[part] = chosen
    for part, chosen in parts.items():
        mapping.setdefault(part, chosen)
    return mapping


def replace_all(
    text: str, mapping: Mapping[str, str], stands: Collection[tuple[int, str]] | None = None
) -> str:
    """Replace names, the longest first, in one pass: a replacement is never replaced again.

    Args:
        text: A text of the row.
        mapping: Replacement by name.
        stands: Places of names; elsewhere they are left alone. Everywhere where ``None``.
    """
    if not mapping:
        return text
    names = sorted(mapping, key=len, reverse=True)

    def new(match: re.Match[str]) -> str:
        name = match.group()
        return mapping[name] if stands is None or (match.start(), name) in stands else name

    return re.sub("|".join(map(re.escape, names)), new, text)
