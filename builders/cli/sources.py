"""``vivavoce sources``: list the public sources, read one, check one against what is published."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from builders.item import Item
    from builders.step import Rejected

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)

Name = Annotated[str, typer.Argument(help="Name of the source; see 'list'.")]
At = Annotated[
    str | None,
    typer.Option("--path", help="File or folder; without, the source's home is fetched."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--set", "-s", help="Option of the reader, such as set=reasoning."),
]


@app.command("list")
def list_() -> None:
    """Show every source, its licence, its size, and what is known about its revision.

    "pinned" names the commit that is fetched. "resolved at fetch" takes the newest commit, which is
    printed and recorded in every row; 'vivavoce sources pin' keeps it. "by hand" has no download.

    Example: vivavoce sources list
    """
    from rich.table import Table

    from builders.cli._console import console
    from builders.sources import SOURCES, about

    table = Table()
    for head in ("name", "title", "language", "licence", "rows", "revision"):
        table.add_column(head, overflow="fold", no_wrap=head == "name")
    for name in SOURCES:
        facts = about(name)
        rows = str(sum(facts.rows.values())) if facts.rows else "-"
        table.add_row(name, facts.title, facts.language, facts.license, rows, facts.revision)
    console().print(table)


@app.command()
def show(name: Name) -> None:
    """Show what is known about one source: citation, format, home, reader's options.

    Example: vivavoce sources show cmmlu
    """
    import importlib

    from builders.sources import SOURCES, about, options

    facts = about(name)
    typer.echo((importlib.import_module(SOURCES[name].partition(":")[0]).__doc__ or "").strip())
    typer.echo(f"\nhomepage: {facts.homepage}")
    home = dict(facts.home or {})
    sums = dict(home.pop("files", {}))
    typer.echo(f"home: {home or 'none: fetched by hand'}")
    typer.echo(f"revision: {facts.revision}")
    for file, total in sums.items():
        typer.echo(f"  {total}  {file}")
    if facts.how:
        typer.echo(f"how: {facts.how}")
    typer.echo(f"options: {', '.join(options(name)) or 'none'}")


@app.command()
def read(
    name: Name,
    path: At = None,
    given: Options = None,
    limit: Annotated[int, typer.Option(min=1, help="Rows to show.")] = 10,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write JSON Lines here instead.")
    ] = None,
) -> None:
    """Read rows and print them as JSON Lines; rejects go to the standard error.

    Example: vivavoce sources read vocalbench_zh --path data/vocalbench-zh -s set=reasoning
    """
    from builders.step import Rejected

    lines = []
    for row in _rows(name, path, given, limit):
        if isinstance(row, Rejected):
            typer.echo(f"rejected: {row.reason}: {row.detail}", err=True)
        elif output is None:
            typer.echo(row.model_dump_json(exclude_none=True))
        else:
            lines.append(row.model_dump_json(exclude_none=True) + "\n")
    if output is not None:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text("".join(lines), encoding="utf-8")
        typer.echo(f"{len(lines)} rows in {output}")


@app.command()
def pin(
    names: Annotated[
        list[str] | None, typer.Argument(help="Sources; all that are resolved at fetch without.")
    ] = None,
) -> None:
    """Ask for the newest commits of sources that are not pinned, and print them for params.yaml.

    Example: vivavoce sources pin >> params.lines
    """
    import yaml

    from builders.sources.pin import newest

    typer.echo(yaml.safe_dump({"sources": newest(names or None)}, sort_keys=False).rstrip())


@app.command()
def check(name: Name, path: At = None, given: Options = None) -> None:
    """Read a source whole, count rows, rejects and repairs, compare with what is published.

    A release of several sets is read set by set where none is named. Ends with status 1 where a
    count differs from the published one.

    Examples:
      vivavoce sources check gsm8k --path data/gsm8k

      vivavoce sources check vocalbench_zh --path json --set set=reasoning
    """
    from builders.sources.survey import survey

    differs, whole = False, 0
    parts = _parts(name, path, given)
    for part in parts:
        found = survey(name, _rows(name, path, part, None), _options(part))
        if len(parts) > 1:
            typer.echo(f"{part[-1]}:")
        typer.echo(found.text())
        differs, whole = differs or found.differs, whole + found.items
    if len(parts) > 1:
        typer.echo(f"{len(parts)} sets, {whole} items")
    if differs:
        raise typer.Exit(1)


def _parts(name: str, path: str | None, given: list[str] | None) -> list[list[str]]:
    """Options of each set to read: one where a set is named, or the place is that of one set."""
    from builders import sources

    known, own = sources.about(name).rows, list(given or ())
    single = "set" in _options(given) or (path is not None and Path(path).is_file())
    if single or not known or "set" not in sources.options(name):
        return [own]
    return [[*own, f"set={part}"] for part in known]


def _options(given: list[str] | None) -> dict[str, Any]:
    import yaml

    from builders.errors import VivavoceError

    options = {}
    for each in given or ():
        key, mark, value = each.partition("=")
        if not mark:
            raise VivavoceError(f"--set {each}: write it as name=value")
        options[key.strip()] = yaml.safe_load(value)
    return options


def _rows(
    name: str, path: str | None, given: list[str] | None, limit: int | None
) -> Iterator[Item | Rejected]:
    from builders import sources

    where = None if path is None else {"path": path}
    return sources.read(name, where, limit=limit, **_options(given))
