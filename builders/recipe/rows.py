"""The rows of a recipe's sources, each with the steps that they take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.recipe.load import chain, source_chain
from builders.recipe.params import Params
from builders.recipe.schema import Recipe, SourceSpec
from builders.stage.settings import StepCall
from builders.step import Rejected

Part = tuple[Iterable[Item | Rejected], Sequence[StepCall]]
"""Rows of one source with the steps of the text stage that they take."""


def text_chains(
    recipe: Recipe, name: str, params: Params, where: str
) -> list[tuple[SourceSpec, list[StepCall]]]:
    """Sources of a subset with the steps of the text stage that their rows take.

    Args:
        recipe: The recipe.
        name: One of its subsets, with sources of its own.
        params: Parameters.
        where: Place to name in errors.
    """
    subset = recipe.subsets[name]
    shared = chain(subset, "text", params, where)
    return [(spec, [*source_chain(spec, params, where), *shared]) for spec in subset.sources]


def text_parts(recipe: Recipe, name: str, params: Params, path: Path) -> list[Part]:
    """Rows of every source of a subset with their steps; all sources are fetched before any work.

    Args:
        recipe: The recipe.
        name: One of its subsets, with sources of its own.
        params: Parameters.
        path: File of the recipe; relative places start from its folder.

    Raises:
        VivavoceError: A source cannot be had.
    """
    chains = text_chains(recipe, name, params, f"{path}, subset {name}")
    return [
        (source_rows(spec, recipe.language, params, path.parent), calls) for spec, calls in chains
    ]


def source_rows(
    spec: SourceSpec, language: str, params: Params, base: Path
) -> Iterable[Item | Rejected]:
    """Rows of one source, drawn by seed where the recipe says so.

    Args:
        spec: The source as the recipe has it.
        language: Language of the recipe, for sources that state none.
        params: Parameters; ``sources`` says where a source lies on this machine.
        base: Folder that relative places start from.

    Raises:
        VivavoceError: The source cannot be had, or an option is unknown.
    """
    from builders.sources import options, read
    from builders.text.select import draw

    given = dict(spec.options)
    for key, value in (("language", language), ("license", spec.license)):
        if key in options(str(spec.name)) and value:
            given.setdefault(key, value)
    rows = read(str(spec.name), place(spec, params), base=base, **given)
    return rows if spec.draw is None else draw(rows, spec.draw, params.seed)


def place(spec: SourceSpec, params: Params) -> Mapping[str, Any] | None:
    """Where a source lies: as the recipe says, else as the parameters say, else at its home."""
    at: dict[str, Any] = dict(spec.at) or dict(params.sources.get(str(spec.name), {}))
    if at and spec.revision:
        at.setdefault("revision", spec.revision)
    return at or None
