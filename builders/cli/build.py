"""``vivavoce build``: run the stages of a recipe."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer


def build(
    recipe: Annotated[Path, typer.Argument(help="Recipe, such as recipes/voicebench.yaml.")],
    stage: Annotated[
        str | None, typer.Option(help="text, speech, variants or package; all where left out.")
    ] = None,
    subset: Annotated[list[str] | None, typer.Option(help="Subset to build; may repeat.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Rows of each subset at most.")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Workers; results do not depend on it.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be made, and make nothing.")
    ] = False,
    profile: Annotated[str | None, typer.Option(help="sample or full.")] = None,
    params: Annotated[Path, typer.Option(help="Parameter file.")] = Path("params.yaml"),
    work: Annotated[Path, typer.Option(help="Folder between the stages.")] = Path("build"),
    out: Annotated[Path, typer.Option(help="Folder of the datasets.")] = Path("datasets"),
) -> None:
    """Build datasets from a recipe.

    A killed build continues where it stopped, and engine calls are never made twice.

    Examples:
      vivavoce build recipes/voicebench.yaml --limit 2

      vivavoce build recipes/ear.yaml --stage speech --dry-run

    A dry run needs no earlier stage: what is not there it walks in memory.
    """
    from builders.build import Build, run_stage
    from builders.cli._stage_table import print_dry, print_stage
    from builders.errors import unknown_name
    from builders.package.from_recipe import package_recipe
    from builders.recipe.params import load_params
    from builders.recipe.schema import STAGES
    from builders.review.unknown import told, unknown

    if stage is not None and stage not in STAGES:
        raise unknown_name("stage", stage, STAGES)
    plan = Build(
        path=recipe,
        params=load_params(params, profile),
        work=work,
        datasets=out,
        workers=workers or _workers(),
        limit=limit,
        only=tuple(subset or ()),
        dry=dry_run,
        afresh=dry_run and stage is None,
    )
    with plan.alone():
        for name in [stage] if stage else STAGES:
            if name == "package":
                if not dry_run:
                    info = package_recipe(plan)
                    typer.echo(f"package: {out / info.family}")
            elif dry_run:
                print_dry(name, run_stage(plan, name))
            else:
                print_stage(name, run_stage(plan, name))
            if name == "variants" and plan.review and not (dry_run or limit or subset):
                folder = work / plan.recipe().family
                if ids := unknown(plan.review, folder):
                    typer.echo(told(ids, plan.review))


def _workers() -> int:
    from builders.errors import VivavoceError

    given = os.environ.get("VIVAVOCE_WORKERS") or str(os.cpu_count() or 1)
    if not given.isdigit() or int(given) < 1:
        raise VivavoceError(f"VIVAVOCE_WORKERS is '{given}'; it must be a number above 0")
    return int(given)
