"""``vivavoce review``: a web page on which a person decides about rejected rows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def review(
    recipes: Annotated[list[Path], typer.Argument(help="Recipes whose builds are looked at.")],
    by: Annotated[str, typer.Option(help="Who decides; stands beside every decision.")],
    work: Annotated[Path, typer.Option(help="Folder between the stages.")] = Path("build"),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for a free one.")] = 0,
    params: Annotated[Path, typer.Option(help="Parameter file.")] = Path("params.yaml"),
    count: Annotated[bool, typer.Option("--count", help="Count the rows and stop.")] = False,
) -> None:
    """Play what a check rejected or doubted, compare texts, and decide.

    Decisions go to the file that the recipe names under 'review'. Keep it under version control:
    the next 'dvc repro' obeys it. The page is served to this machine alone.

    Example: vivavoce review recipes/voicebench.yaml --by wl
    """
    from builders.errors import VivavoceError
    from builders.recipe.load import load_recipe
    from builders.recipe.params import load_params
    from builders.review.server import ReviewServer

    given = load_params(params)
    families = {}
    for path in recipes:
        recipe = load_recipe(path, given)
        if recipe.review is None:
            raise VivavoceError(
                f"{path} names no file of decisions: add 'review: review/{recipe.family}.jsonl'"
            )
        families[recipe.family] = (work / recipe.family, path.parent / recipe.review)
    with ReviewServer(families, by, port) as server:
        open_rows = sum(row["decision"] is None for row in server.listed())
        typer.echo(f"{open_rows} of {len(server.cases)} rows wait")
        if count:
            return
        typer.echo(f"{server.url} (end with Ctrl-C)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            typer.echo("")
