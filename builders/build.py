"""Run the stages of a recipe: text, speech, variants, package."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from builders.errors import VivavoceError, unknown_name
from builders.inputs import inputs, limit_of, selector_of
from builders.lock import locked
from builders.recipe.cases import try_cases
from builders.recipe.load import chain, load_recipe
from builders.recipe.names import check_voices, engine_names, languages_of
from builders.recipe.params import Params, store_root
from builders.recipe.rows import text_chains
from builders.recipe.schema import Recipe
from builders.stage.ahead import Ahead
from builders.stage.context import WorkerContext
from builders.stage.engine import StageMetrics, run_subset
from builders.stage.figures import write_figures
from builders.stage.pool import Workers
from builders.stage.settings import Settings
from builders.stage.store import ItemStore
from builders.stage.walk import ENGINE_ERROR


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
        afresh: In a dry run: pass over the outputs that are there, as a build of all stages would.
    """

    path: Path
    params: Params
    work: Path = Path("build")
    datasets: Path = Path("datasets")
    workers: int = 1
    limit: int | None = None
    only: tuple[str, ...] = ()
    dry: bool = False
    afresh: bool = False

    def recipe(self) -> Recipe:
        """The recipe, checked."""
        recipe = load_recipe(self.path, self.params)
        for name in self.only:
            if name not in recipe.subsets:
                raise unknown_name("subset", name, recipe.subsets, str(self.path))
        return recipe

    def alone(self) -> AbstractContextManager[None]:
        """Keep other builds of the family out of its folders; a dry run writes nothing.

        Raises:
            VivavoceError: Another build is at work.
        """
        if self.dry:
            return nullcontext()
        folder = self.work / self.recipe().family
        return locked(
            folder / ".lock",
            f"{folder}: another build is at work there; wait, or give another --work",
        )

    @property
    def review(self) -> Path | None:
        """File of people's decisions, if the recipe names one."""
        file = self.recipe().review
        return self.path.parent / file if file else None

    def settings(self) -> Settings:
        """Settings of the workers."""
        return Settings(
            seed=self.params.seed,
            store=store_root(),
            backends=self.params.chosen(),
            root=self.path.parent,
            dry=self.dry,
            review=self.review,
        )


def run_stage(build: Build, stage: str) -> dict[str, StageMetrics]:
    """Run one of the stages ``text``, ``speech`` and ``variants``.

    A dry run walks the stages before in memory where their output is not there.

    Writes ``<work>/<family>/<stage>/`` and its figures beside it, see :func:`write_figures`.

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
    for name in names:
        _check_files(build, recipe, name)
    if not build.dry:
        ItemStore(settings.store).check_writable()
    with Workers(settings, build.workers) as workers:
        for name in names:
            subset = recipe.subsets[name]
            if stage != "variants" and subset.parent is not None:
                continue
            ahead = Ahead()
            parts, total = inputs(build, recipe, name, stage, workers, ahead)
            calls = [call for _, calls in parts for call in calls]
            where = f"{build.path}, subset {name}"
            try_cases(recipe, name, calls, WorkerContext(settings), where)
            (rows, first), *more = parts
            found[name] = run_subset(
                rows,
                first,
                workers,
                folder,
                name,
                limit=limit_of(build, recipe, subset) if stage == "text" else None,
                total=total,
                more=more,
                selector=selector_of(build, subset) if stage == "text" else None,
                ahead=ahead,
            )
    if not build.dry:
        write_figures(folder, found)
        _check_errors(found, build.params.max_errors, folder)
    return found


def _check_files(build: Build, recipe: Recipe, name: str) -> None:
    """Look at all stages, so that a voice that is not there stops a build before it costs."""
    subset = recipe.subsets[name]
    where = f"{build.path}, subset {name}"
    text = []
    if subset.parent is None:
        text = [
            call for _, calls in text_chains(recipe, name, build.params, where) for call in calls
        ]
    languages = languages_of(subset, recipe.language, text)
    engines = engine_names(build.params)
    later = [
        call
        for stage in ("speech", "variants")
        for call in chain(subset, stage, build.params, where)
    ]
    for call in (*text, *later):
        call.check_files()
        check_voices(call, languages, engines)


def _clear(folder: Path) -> None:
    """Remove outputs of subsets that the recipe no longer has."""
    for path in folder.iterdir():
        if path.is_file() and path.suffix in {".parquet", ".jsonl", ".part"}:
            path.unlink()


def _check_errors(found: dict[str, StageMetrics], allowed: int, folder: Path) -> None:
    failed = {name: m.errors for name, m in found.items() if m.errors}
    if sum(failed.values()) > allowed:
        listed = ", ".join(f"{name}: {n}" for name, n in failed.items())
        raise VivavoceError(
            f"an engine failed on some rows ({listed}); see *.rejects.jsonl in {folder}. "
            "Run the stage again: finished rows are kept. "
            "To publish without them, raise 'max_errors' in params.yaml. The first:\n"
            + _first_error(folder / f"{next(iter(failed))}.rejects.jsonl")
        )


def _first_error(rejects: Path) -> str:
    """What failed and what to do about it: the first and the last line of its detail."""
    with rejects.open(encoding="utf-8") as lines:
        entries = (json.loads(line) for line in lines)
        said = next(e["detail"] for e in entries if e["reason"] == ENGINE_ERROR).splitlines()
    return said[0] if len(said) == 1 else f"{said[0]} …\n{said[-1]}"
