"""``vivavoce judge``: have the answers of a run judged, and its speech measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def judge(
    run: Annotated[Path, typer.Argument(help="Folder of a run.", show_default=False)],
    judge: Annotated[
        str | None, typer.Option(help="lexical, recorded or openai_compatible.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="Model of the judge.")] = None,
    base_url: Annotated[str | None, typer.Option(help="Endpoint of the judge.")] = None,
    api_key_env: Annotated[
        str | None, typer.Option(help="Variable with its key; 'none' for a server without.")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="Recorded answers of the judge.")] = None,
    judge_option: Annotated[
        list[str] | None, typer.Option(help="Further option of the judge, as name=value.")
    ] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option(help="asr, mos, emotion or panda; with =NAME for a certain backend."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Name of the file of judgements.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="Judge only these tasks.")] = None,
    config: Annotated[list[str] | None, typer.Option(help="Judge only these configs.")] = None,
    after: Annotated[
        list[str] | None, typer.Option(help="Judge only what this judge left undecided.")
    ] = None,
    votes: Annotated[int | None, typer.Option(min=1, help="Replies to a row.")] = None,
    temperature: Annotated[float | None, typer.Option(min=0)] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Judge at most so many.")] = None,
    retry: Annotated[bool, typer.Option(help="Judge again what has no verdict.")] = False,
) -> None:
    """Judge what has no judgement yet; what has one is kept and not paid for again.

    Judgements stand in RUN/judgements/NAME.jsonl. A row is judged again only if its answer, the
    prompt, the judge or its settings have changed, or a network failure stood in the way.

    Examples:
        vivavoce judge runs/mine --judge lexical

        vivavoce judge runs/mine --judge openai_compatible --model gpt-4o-mini-2024-07-18
        --base-url https://api.openai.com/v1

        vivavoce judge runs/mine --judge recorded --file recipes/judgements/ear.jsonl
        --after lexical

        vivavoce judge runs/mine --measure asr --measure mos
    """
    from builders.errors import VivavoceError
    from evaluation.judges.files import file_name
    from evaluation.judges.judge_run import judge_run
    from evaluation.judges.measure import load_measure
    from evaluation.judges.registry import load_judge
    from evaluation.models.options import parse_options
    from evaluation.run import RunFolder, load_rows
    from evaluation.suites import load_suite

    if judge is None and not measure:
        raise VivavoceError("say who judges (--judge NAME) or what is measured (--measure NAME)")
    folder = RunFolder(run)
    plan = load_suite(folder.manifest()["suite"])
    rows = [r for r in load_rows(folder) if not config or r.example.config in config]
    given = parse_options(judge_option or ())
    judges: list[tuple[str, Any]] = []
    if judge is not None:
        direct = {"model": model, "base_url": base_url, "file": file}
        options = {**{k: v for k, v in direct.items() if v is not None}, **given}
        if api_key_env is not None:
            options["api_key_env"] = None if api_key_env == "none" else api_key_env
        settings = {k: v for k, v in (("n", votes), ("temperature", temperature)) if v is not None}
        default = model if judge == "openai_compatible" and model else judge
        judges.append((file_name(name or default), load_judge(judge, options, settings)))
    judges += [load_measure(m, run, given if judge is None else None) for m in measure or ()]
    for label, one in judges:
        tally = judge_run(
            run,
            rows,
            plan,
            one,
            label,
            tasks=task or (),
            after=after or (),
            limit=limit,
            retry=retry,
        )
        typer.echo(f"{label}: {tally.line()}")
        totals = getattr(getattr(one, "backend", None), "totals", None)
        if totals is not None:
            typer.echo(f"  calls: {totals().line()}")
