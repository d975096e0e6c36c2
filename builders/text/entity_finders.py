"""Two ways to find the names in a Chinese row: a language model, or the embedded tagger."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from builders.item import Item
from builders.step import Context
from builders.text.ask import Asked, as_json, ask
from builders.text.entity_table import EntityTable

if TYPE_CHECKING:
    from builders.backends.tagger.lac import LAC

_KINDS = {"PER": "person", "LOC": "place", "ORG": "organisation"}
_OTHER_KINDS = ("place", "organisation", "other")
# What the tagger takes for a part of the name beside it: 玛丽家, 小汤姆, 汤姆比玛丽高, 约翰先生.
_BESIDE = frozenset(
    "家比高矮大小老胖瘦想和与跟同给对让叫请有是在说问看去来要会能买卖的们也都就很又还先生夫人太小姐女士市城镇村"
)


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
            elif word.tag == "PER" and (names := _known_beside(word.text, table)):
                found |= {e.text: e for e in names}
            elif word.tag in _KINDS:
                found.setdefault(word.text, Entity(word.text, _KINDS[word.tag]))
    return list(found.values()), None


def _known_beside(word: str, table: EntityTable) -> list[Entity]:
    """Known names in a word that holds nothing else but words that stand beside names."""
    if word in table.keep:
        return []
    known = [
        (name, kind, gender)
        for kind, gender, group in table.known_names()
        for name in group
        if len(name) > 1 and name in word
    ]
    longest = sorted(known, key=lambda entry: -len(entry[0]))
    rest, found = word, []
    for name, kind, gender in longest:
        if name in rest:
            rest = rest.replace(name, "")
            found.append(Entity(name, kind, gender, replaceable=True))
    return found if set(rest) <= _BESIDE else []


def standing(tagger: LAC, text: str, names: Collection[str]) -> set[tuple[int, str]]:
    """Where names stand as names: 马克 in 马克说 and not in 马克杯, 简 in 简说 and not in 简单.

    Args:
        tagger: Tells the words of the text.
        text: A text of the row.
        names: Names to look for.

    Returns:
        Position and name of each.
    """
    words = tagger.tag(text)
    found = set()
    for name in names:
        for place in re.finditer(f"(?={re.escape(name)})", text):
            start, end = place.start(), place.start() + len(name)
            around = [w for w in words if w.start <= start and end <= w.end]
            # Several names in a row are one word to the tagger: 乔和丹.
            free = any(w.text == name or w.tag == "PER" for w in around)
            if len(name) > 1:
                free = free or all(set(w.text.replace(name, "")) <= _BESIDE for w in around)
            if free:
                found.add((start, name))
    return found


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
