"""The rows that a stage begins with: from the file of the stage before, or walked in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from builders.errors import VivavoceError
from builders.item import Item
from builders.plan.sources import announced
from builders.recipe.load import chain
from builders.recipe.rows import Part, text_parts
from builders.recipe.schema import Recipe, SubsetSpec
from builders.stage.ahead import Ahead
from builders.stage.files import count_items, read_items
from builders.stage.pool import Workers
from builders.stage.selection import Selector
from builders.stage.settings import StepCall

if TYPE_CHECKING:
    from builders.build import Build

_BEFORE = {"speech": "text", "variants": "speech"}


def inputs(
    build: Build, recipe: Recipe, name: str, stage: str, workers: Workers, ahead: Ahead
) -> tuple[list[Part], int | None]:
    """Rows of a subset with the steps they take, and how many are expected.

    Args:
        build: The build.
        recipe: Its recipe.
        name: Subset.
        stage: ``text``, ``speech`` or ``variants``.
        workers: Walk the stages before, in a dry run.
        ahead: In a dry run: learns of rows that those stages have not made.

    Raises:
        VivavoceError: The output of the stage before is not there, and this is no dry run.
    """
    subset = recipe.subsets[name]
    if stage == "text":
        total = expected_rows(subset, limit_of(build, recipe, subset))
        return text_parts(recipe, name, build.params, build.path), total
    before, calls = _BEFORE[stage], stage_chain(build, recipe, name, stage)
    origin = subset.parent or name
    path = build.work / recipe.family / before / f"{origin}.parquet"
    if path.is_file() and not (build.dry and build.afresh):
        return [(read_items(path), calls)], count_items(path)
    if build.dry:
        then = calls if before == "speech" else ()
        return [(_walked(build, recipe, origin, before, workers, ahead, then), calls)], None
    raise VivavoceError(
        f"{path} is not there: run the stage '{before}' first "
        f"(vivavoce build {build.path} --stage {before})"
    )


def expected_rows(subset: SubsetSpec, limit: int | None) -> int | None:
    """Rows that the text stage of a subset reads, which are more than it selects."""
    counts = [announced(spec, limit) for spec in subset.sources]
    return None if None in counts else sum(n for n in counts if n is not None)


def _walked(
    build: Build,
    recipe: Recipe,
    name: str,
    stage: str,
    workers: Workers,
    ahead: Ahead,
    then: Sequence[StepCall],
) -> Iterator[Item]:
    """Rows that a stage would give, made in memory."""
    subset = recipe.subsets[name]
    parts, _ = inputs(build, recipe, name, stage, workers, ahead)
    text = stage == "text"
    yield from ahead.walk(
        parts,
        workers,
        limit=limit_of(build, recipe, subset) if text else None,
        selector=selector_of(build, subset) if text else None,
        then=then,
    )


def stage_chain(build: Build, recipe: Recipe, name: str, stage: str) -> list[StepCall]:
    """Steps of a subset in one of the later stages; people's decisions come before speech."""
    calls = chain(recipe.subsets[name], stage, build.params, f"{build.path}, subset {name}")
    if stage == "speech" and recipe.review:
        return [StepCall("review", {"file": str(build.path.parent / recipe.review)}), *calls]
    return calls


def selector_of(build: Build, subset: SubsetSpec) -> Selector | None:
    """The selection at the end of the text stage, if the subset has one."""
    spec = subset.select
    if spec is None:
        return None
    # In a dry run rows may be missing only because they are not made yet.
    strict = spec.strict and not build.dry
    return Selector(spec.wanted, spec.by, build.params.seed, strict)


def limit_of(build: Build, recipe: Recipe, subset: SubsetSpec) -> int | None:
    """Rows of a subset to read at most."""
    asked = build.limit or build.params.limit
    return asked or subset.limit or recipe.limit.get(build.params.profile)
