"""``vivavoce plan``: what a build would read, ask, speak and cost, before anything is spent."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from builders.plan.recipe import SubsetPlan
    from builders.recipe.params import Params


def plan(
    recipes: Annotated[list[Path], typer.Argument(help="Recipes.")],
    profile: Annotated[str | None, typer.Option(help="sample or full.")] = None,
    subset: Annotated[list[str] | None, typer.Option(help="Subset to plan; may repeat.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Rows of each source at most.")] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Show rows and calls by step.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the plan as JSON.")] = False,
    params: Annotated[Path, typer.Option(help="Parameter file.")] = Path("params.yaml"),
) -> None:
    """Reckon rows, calls of language models, characters, hours, cost and licences.

    Sources on this machine are read; all others are counted as published and marked with ~.
    Nothing is fetched, asked or spoken. Prices and shares stand under 'plan' in params.yaml.

    Examples:
      vivavoce plan recipes/voicebench.yaml --profile full

      vivavoce plan recipes/*.yaml --profile full --steps
    """
    from builders.cli._console import console as tables
    from builders.plan.recipe import plan_recipe
    from builders.recipe.params import load_params

    given = load_params(params, profile)
    found = [plan_recipe(path, given, tuple(subset or ()), limit) for path in recipes]
    if as_json:
        import json
        from dataclasses import asdict

        whole = {recipe.family: [asdict(each) for each in plans] for recipe, plans in found}
        typer.echo(json.dumps(whole, ensure_ascii=False, indent=1))
        return
    console = tables()
    for recipe, plans in found:
        _subsets(console, f"{recipe.family}, profile {given.profile}", plans)
        if steps:
            _steps(console, plans)
        _licences(console, plans)
        _budgets(console, plans, given)
    if given.limit is not None and limit is None:
        console.print(
            f"params.yaml limits every subset to {given.limit} rows; the plan is for all rows. "
            "Set 'limit: null' to build them."
        )


def _budgets(console: Console, plans: list[SubsetPlan], params: Params) -> None:
    """Say where ``max_cost`` would stop a build before its end."""
    spent: dict[str, float] = {}
    for step in (s for p in plans for source in p.sources for s in source.through.steps):
        for kind, cost in step.by_model.items():
            spent[kind] = spent.get(kind, 0.0) + cost
    for kind, cost in spent.items():
        spec = params.backends.get(params.profile, {}).get(kind)
        most = spec.options.get("max_cost") if spec else None
        if most is not None and cost > most:
            console.print(
                f"{kind} is reckoned to cost {cost:.2f}, but its max_cost in params.yaml is "
                f"{most}: a run stops there, and keeps its answers for the next."
            )


def _number(value: float | None) -> str:
    return "?" if value is None else f"{value:,.0f}"


def _counts(plan: SubsetPlan) -> dict[str, str]:
    """Rows by source; one that is read in several parts is one."""
    whole: dict[str, float | None] = {}
    here: dict[str, bool] = {}
    for s in plan.sources:
        before = whole.get(s.name, 0)
        whole[s.name] = None if s.count is None or before is None else before + s.count
        here[s.name] = here.get(s.name, True) and s.here
    return {name: ("" if here[name] else "~") + _number(n) for name, n in whole.items()}


def _subsets(console: Console, title: str, plans: list[SubsetPlan]) -> None:
    from rich.table import Table

    table = Table(title=title)
    table.add_column("subset", no_wrap=True)
    table.add_column("sources", overflow="fold")
    for head in ("rows", "published", "calls", "characters", "hours", "cost"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("engine", overflow="fold")
    totals = [0.0, 0.0, 0.0, 0.0]
    for p in plans:
        sources = ", ".join(f"{name} {count}" for name, count in _counts(p).items())
        spoken = p.speech.characters + p.variants.characters
        hours = p.variants.hours
        row = (p.calls, spoken, hours, p.cost)
        totals = [a + b for a, b in zip(totals, row, strict=True)]
        table.add_row(
            p.name,
            sources or f"rows of {p.parent}",
            _number(max(p.variants.rows, 0 if p.parent else p.selected)),
            _number(p.expected),
            _number(p.calls),
            _number(spoken),
            f"{hours:.1f}",
            f"{p.cost:.2f}",
            p.speech.note or p.speech.engine or p.variants.engine or "-",
        )
    table.add_section()
    calls, spoken, hours, cost = totals
    table.add_row(
        "total", "", "", "", _number(calls), _number(spoken), f"{hours:.1f}", f"{cost:.2f}", ""
    )
    console.print(table)


def _steps(console: Console, plans: list[SubsetPlan]) -> None:
    from rich.table import Table

    table = Table(
        "subset", "source", "step", title="steps (~ reckoned, = asked for another subset)"
    )
    for head in ("rows in", "rows out", "calls", "cost"):
        table.add_column(head, justify="right")
    for p in plans:
        for source in p.sources:
            for s in source.through.steps:
                mark = "" if s.exact else "~"
                calls = "=" if s.shared else _number(s.calls)
                table.add_row(
                    p.name,
                    source.name,
                    s.step,
                    _number(s.rows),
                    f"{mark}{_number(s.out)}",
                    calls,
                    f"{s.cost:.2f}",
                )
    console.print(table)


def _licences(console: Console, plans: list[SubsetPlan]) -> None:
    from rich.table import Table

    table = Table()
    for head in ("source", "licence", "may be handed on", "why", "access", "subsets"):
        table.add_column(head, overflow="fold")
    rows: dict[tuple[str, ...], list[str]] = {}
    for p in plans:
        for s in p.sources:
            key: tuple[str, ...] = (
                s.name,
                s.licence.text,
                s.licence.verdict,
                s.licence.why,
                s.access,
            )
            rows.setdefault(key, []).append(p.name)
    for facts, subsets in rows.items():
        table.add_row(*facts, ", ".join(dict.fromkeys(subsets)))
    console.print(table)
