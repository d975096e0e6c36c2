"""``vivavoce run``: put a model through a dataset."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def run(
    suite: Annotated[str, typer.Option(help="voicebench, vocalbench_zh or ear.")],
    model: Annotated[str, typer.Option(help="Adapter; a wrong one lists those that exist.")],
    data: Annotated[str, typer.Option(help="Dataset: a folder, org/name or org/name@revision.")],
    out: Annotated[Path, typer.Option(help="Folder of the run; an unfinished one goes on.")],
    config: Annotated[
        list[str] | None, typer.Option(help="Config to ask; all of the suite by default.")
    ] = None,
    split: Annotated[list[str] | None, typer.Option(help="Split to ask; all by default.")] = None,
    model_option: Annotated[
        list[str] | None, typer.Option("--model-option", help="name=value of the adapter.")
    ] = None,
    mode: Annotated[str, typer.Option(help="speech, or text for the text twin.")] = "speech",
    prompt: Annotated[str, typer.Option(help="base or transcribe_then_answer.")] = "base",
    system: Annotated[str | None, typer.Option(help="System prompt.")] = None,
    samples: Annotated[int, typer.Option(help="Answers asked for each row.")] = 1,
    seed: Annotated[int, typer.Option(help="Seed of sampled answers.")] = 0,
    limit: Annotated[int | None, typer.Option(min=1, help="Rows of each split at most.")] = None,
    shard: Annotated[str | None, typer.Option(help="i/n: the i-th of n equal parts.")] = None,
    warm_up: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Rows asked first and thrown away, so that times leave out loading; by default a "
            "batch where the model runs in this process, else 0.",
        ),
    ] = None,
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="Ask rows again that ended with an error.")
    ] = False,
    answer_seconds: Annotated[
        float,
        typer.Option(
            min=0.0, help="Seconds an answer is taken to need by a plan that knows no times yet."
        ),
    ] = 5.0,
    plan: Annotated[
        bool, typer.Option("--plan", help="Say what would be asked, and stop.")
    ] = False,
) -> None:
    """Ask a model every row, and log each answer the moment it comes.

    A run that was stopped goes on where it stopped when the command is repeated: no row that has
    an answer is asked again.

    Examples:
      vivavoce run --suite ear --data datasets/ear --out runs/x --model recorded --model-option
      file=recipes/responses/ear.jsonl

      vivavoce run --suite voicebench --data datasets/voicebench --out runs/omni --model
      openai_audio --model-option model=qwen-omni --model-option
      base_url=http://localhost:8000/v1
    """
    from evaluation.data import open_examples
    from evaluation.models import load_model
    from evaluation.models.options import parse_options
    from evaluation.run.ask import Asking
    from evaluation.run.folder import RunFolder
    from evaluation.run.plan import Scope, choose, parse_shard
    from evaluation.run.report import outcome_lines, plan_lines
    from evaluation.run.run import Job
    from evaluation.run.run import run as ask_all
    from evaluation.suites import load_suite

    wanted = load_suite(suite).configs
    examples = open_examples(data, family=suite)
    places = choose(examples, wanted, config or (), split or ())
    asked = load_model(model, parse_options(model_option or ()))
    job = Job(
        suite=suite,
        examples=examples,
        scope=Scope(places, limit, parse_shard(shard)),
        asking=Asking(mode, prompt, system, samples, seed),
        model=asked,
        folder=RunFolder(out),
        where=data,
        warm_up=getattr(asked, "warm_up", 0) if warm_up is None else warm_up,
        retry_errors=retry_errors,
    )
    for line in plan_lines(job, answer_seconds):
        typer.echo(line)
    if plan:
        return
    try:
        outcome = ask_all(job, say=typer.echo)
    except KeyboardInterrupt:
        typer.echo(f"stopped; what was answered stands in {out}. Repeat the command to go on")
        raise typer.Exit(130) from None
    finally:
        job.model.close()
    for line in outcome_lines(job, outcome):
        typer.echo(line)
