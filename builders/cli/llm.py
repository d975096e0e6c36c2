"""``vivavoce llm``: look into recorded answers, and record those that are missing.

A build that meets a prompt without a recorded answer notes it beside the recorded answers
(``sample.missing.jsonl`` for ``sample.jsonl``). ``record`` asks a live model for the missing ones,
or takes answers written by a person.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False, help=__doc__)

File = Annotated[Path, typer.Argument(help="File of recorded answers (JSON lines).")]


@app.command("list")
def list_(
    file: File,
    missing: Annotated[bool, typer.Option(help="Show the prompts without an answer.")] = False,
    full: Annotated[bool, typer.Option(help="Show whole prompts and answers.")] = False,
) -> None:
    """Show what is recorded, or what is missing.

    Examples:
        vivavoce llm list recipes/recorded/sample.jsonl

        vivavoce llm list recipes/recorded/sample.jsonl --missing --full
    """
    from builders.backends.llm.messages import readable
    from builders.backends.llm.record import missing_lines
    from builders.backends.llm.recorded import read_answers

    answers = read_answers(file)
    lines = missing_lines(file) if missing else list(answers.values())
    for line in lines:
        prompt = line["prompt"] if "prompt" in line else readable(line["messages"])
        typer.echo(f"{line['key'][:12]}  {line.get('template') or '-'}  {_short(prompt, full)}")
        if not missing:
            typer.echo(f"{'':14}→ {_short(line['answer'], full)}")
    state = f"{len(answers)} recorded, {len(missing_lines(file))} missing"
    typer.echo(state)


@app.command()
def record(
    file: File,
    base_url: Annotated[str | None, typer.Option(help="Endpoint to ask.")] = None,
    model: Annotated[str | None, typer.Option(help="Model to ask.")] = None,
    api_key_env: Annotated[
        str | None, typer.Option(help="Environment variable with the key; empty for none.")
    ] = "OPENAI_API_KEY",
    concurrency: Annotated[int, typer.Option(help="Calls in flight at once.")] = 8,
    key: Annotated[str | None, typer.Option(help="Beginning of the key of one prompt.")] = None,
    answer: Annotated[
        str | None, typer.Option(help="Answer to that prompt, by hand; '-' reads it from stdin.")
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(help='Many answers by hand: JSON lines {"key": …, "answer": …}.'),
    ] = None,
) -> None:
    """Record the missing answers.

    Examples:
        vivavoce llm record sample.jsonl --base-url http://localhost:8000/v1 --model qwen2.5

        vivavoce llm record sample.jsonl --key 3fa94c01d2aa --answer "Paris."
    """
    from builders.backends.llm.record import missing_lines, record_by_hand, record_live
    from builders.backends.llm.recorded import read_lines
    from builders.errors import VivavoceError

    if answer is not None and key is not None:
        text = typer.get_text_stream("stdin").read().rstrip("\n") if answer == "-" else answer
        done = record_by_hand(file, [{"key": key, "answer": text}])
    elif answers is not None:
        done = record_by_hand(file, read_lines(answers))
    elif base_url and model:
        done = record_live(
            file,
            base_url=base_url,
            model=model,
            api_key_env=api_key_env or None,
            concurrency=concurrency,
            report=typer.echo,
        )
    else:
        raise VivavoceError(
            "say where the answers come from: --base-url with --model, or --key with --answer, "
            "or --answers FILE"
        )
    typer.echo(f"{done} recorded in {file}")
    if base_url and (left := len(missing_lines(file))):
        typer.echo(f"{left} still missing")
        raise typer.Exit(1)


def _short(text: str, full: bool) -> str:
    line = text if full else " ".join(text.split())
    return line if full or len(line) <= 100 else line[:99] + "…"
