"""Two ways to find the names in a Chinese row: a language model, or the embedded tagger."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from builders.item import Item
from builders.step import Context
from builders.text.ask import Asked, as_json, ask
from builders.text.entity_table import EntityTable

_KINDS = {"PER": "person", "LOC": "place", "ORG": "organisation"}
_OTHER_KINDS = ("place", "organisation", "other")


@dataclass(frozen=True)
class Entity:
    """A name in a row.

    Attributes:
        text: As it stands there.
        kind: ``person``, ``city``, …
        gender: ``female``, ``male`` or ``None``.
        replaceable: Whether another of its kind could stand for it.
    """

    text: str
    kind: str
    gender: str | None = None
    replaceable: bool = False


def by_llm(
    ctx: Context, item: Item, texts: Sequence[str], table: EntityTable, llm: str
) -> tuple[list[Entity], Asked | None]:
    """Ask a model for the names, with kind, gender and whether facts hang on them.

    Raises:
        LLMError: No usable answer: not the form asked for, or a name that is not in the row.
    """
    whole = "\n".join(texts)
    kinds = (*table.kinds, *_OTHER_KINDS)

    def accept(text: str) -> list[Entity]:
        value = as_json(text)
        if not isinstance(value, list):
            raise ValueError("the answer is JSON but no list")
        return [_checked(entry, whole, kinds, table) for entry in value]

    shown = json.dumps(list(texts), ensure_ascii=False, indent=1)
    asked = ask(ctx, item, "find_entities", accept, llm=llm, kinds=", ".join(kinds), texts=shown)
    return asked.value, asked


def by_tagger(
    ctx: Context, item: Item, texts: Sequence[str], table: EntityTable, llm: str
) -> tuple[list[Entity], None]:
    """Find names with the embedded tagger; those the table knows can be replaced.

    The tagger tells neither gender nor a character of a story from a real person, so all other
    names stay.
    """
    tagger = ctx.backend("tagger")
    found: dict[str, Entity] = {}
    for text in texts:
        for word in tagger.tag(text):
            known = table.look_up(word.text)
            # Short foreign names are often tagged as plain nouns: the table is enough there.
            if known is not None and word.tag in ("PER", "nr", "nz", "n"):
                found[word.text] = Entity(word.text, known[0], known[1], replaceable=True)
            elif word.tag in _KINDS:
                found.setdefault(word.text, Entity(word.text, _KINDS[word.tag]))
    return list(found.values()), None


def _checked(entry: object, whole: str, kinds: Sequence[str], table: EntityTable) -> Entity:
    if not isinstance(entry, dict) or not isinstance(entry.get("text"), str):
        raise ValueError(f"an entity without a text: {entry!r}")
    text, kind, gender = entry["text"], str(entry.get("kind")), entry.get("gender")
    if not text.strip() or text not in whole:
        raise ValueError(f"{text!r} does not stand in the row")
    if kind not in kinds:
        raise ValueError(f"{text!r} is of the unknown kind {kind!r}")
    if not isinstance(entry.get("replaceable"), bool):
        raise ValueError(f"nothing is said on whether {text!r} can be replaced")
    known = gender if gender in ("female", "male") else None
    return Entity(text, kind, known, entry["replaceable"] and kind in table.kinds)
