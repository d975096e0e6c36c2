"""Run the stages of a recipe: text, speech, variants, package."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError, unknown_name
from builders.item import Item
from builders.recipe.cases import try_cases
from builders.recipe.load import chain, load_recipe
from builders.recipe.params import Params, store_root
from builders.recipe.schema import Recipe, SubsetSpec
from builders.stage.context import WorkerContext
from builders.stage.engine import StageMetrics, run_subset
from builders.stage.files import count_items, read_items
from builders.stage.pool import Workers
from builders.stage.settings import Settings
from builders.stage.table import write_table
from builders.step import Rejected


@dataclass(frozen=True)
class Build:
    """A recipe with all that is needed to run it.

    Attributes:
        path: Recipe file.
        params: Parameters.
        work: Folder of the stages' outputs, ``<work>/<family>/<stage>``.
        datasets: Folder of the datasets, ``<datasets>/<family>``.
        workers: Workers of a stage; results do not depend on it.
        limit: Rows of each subset at most.
        only: Subsets to build; all where empty.
        dry: Say what would be made, make nothing.
    """

    path: Path
    params: Params
    work: Path = Path("build")
    datasets: Path = Path("datasets")
    workers: int = 1
    limit: int | None = None
    only: tuple[str, ...] = ()
    dry: bool = False

    def recipe(self) -> Recipe:
        """The recipe, checked."""
        recipe = load_recipe(self.path, self.params)
        for name in self.only:
            if name not in recipe.subsets:
                raise unknown_name("subset", name, recipe.subsets, str(self.path))
        return recipe

    def settings(self) -> Settings:
        """Settings of the workers."""
        return Settings(
            seed=self.params.seed,
            store=store_root(),
            backends=self.params.chosen(),
            root=self.path.parent,
            dry=self.dry,
        )


def run_stage(build: Build, stage: str) -> dict[str, StageMetrics]:
    """Run one of the stages ``text``, ``speech`` and ``variants``.

    Writes ``<work>/<family>/<stage>/``, its metrics to ``<stage>.json`` beside it and the figures
    of the rows alone to ``<stage>.csv``.

    Returns:
        Metrics by subset.

    Raises:
        VivavoceError: The recipe or an input is at fault, or too many rows met a failing engine;
            what was made until then is in the item store.
    """
    recipe = build.recipe()
    folder = build.work / recipe.family / stage
    settings = build.settings()
    found: dict[str, StageMetrics] = {}
    names = [n for n in recipe.subsets if not build.only or n in build.only]
    if not build.dry and not build.only and folder.is_dir():
        _clear(folder)
    with Workers(settings, build.workers) as workers:
        for name in names:
            subset = recipe.subsets[name]
            if stage != "variants" and subset.source.subset is not None:
                continue
            where = f"{build.path}, subset {name}"
            calls = chain(subset, stage, build.params, where)
            try_cases(recipe, name, calls, WorkerContext(settings), where)
            rows, total = _input(build, recipe, name, subset, stage)
            found[name] = run_subset(
                rows,
                calls,
                workers,
                folder,
                name,
                limit=_limit(build, subset) if stage == "text" else None,
                total=total,
            )
    if not build.dry:
        _write_metrics(folder.with_suffix(".json"), found)
        write_table(folder.with_suffix(".csv"), found)
        _check_errors(found, build.params.max_errors, folder)
    return found


def _input(
    build: Build, recipe: Recipe, name: str, subset: SubsetSpec, stage: str
) -> tuple[Iterable[Item | Rejected], int | None]:
    if stage == "text":
        return _source_rows(build, recipe, subset), subset.expect_rows
    before = "text" if stage == "speech" else "speech"
    origin = name if subset.source.subset is None else subset.source.subset
    path = build.work / recipe.family / before / f"{origin}.parquet"
    if not path.is_file():
        raise VivavoceError(
            f"{path} is not there: run the stage '{before}' first "
            f"(vivavoce build {build.path} --stage {before})"
        )
    return read_items(path), count_items(path)


def _source_rows(build: Build, recipe: Recipe, subset: SubsetSpec) -> Iterable[Item | Rejected]:
    from builders.sources import options, read

    spec = subset.source
    given = dict(spec.options)
    for key, value in (("language", recipe.language), ("license", spec.license)):
        if key in options(str(spec.name)) and value:
            given.setdefault(key, value)
    at = dict(spec.at)
    if at and spec.revision:
        at.setdefault("revision", spec.revision)
    return read(str(spec.name), at or None, base=build.path.parent, **given)


def _limit(build: Build, subset: SubsetSpec) -> int | None:
    return build.limit or subset.limit or build.params.limit


def _clear(folder: Path) -> None:
    """Remove outputs of subsets that the recipe no longer has."""
    for path in folder.iterdir():
        if path.is_file() and path.suffix in {".parquet", ".jsonl", ".part"}:
            path.unlink()


def _write_metrics(path: Path, found: dict[str, StageMetrics]) -> None:
    values: dict[str, Any] = {name: metrics.as_json() for name, metrics in found.items()}
    part = path.with_name(f".{path.name}.part")
    part.write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", "utf-8")
    part.replace(path)


def _check_errors(found: dict[str, StageMetrics], allowed: int, folder: Path) -> None:
    failed = {name: m.errors for name, m in found.items() if m.errors}
    if sum(failed.values()) > allowed:
        listed = ", ".join(f"{name}: {n}" for name, n in failed.items())
        raise VivavoceError(
            f"an engine failed on some rows ({listed}); see *.rejects.jsonl in {folder}. "
            "Run the stage again: finished rows are kept. "
            "To publish without them, raise 'max_errors' in params.yaml"
        )
