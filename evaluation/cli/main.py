"""The ``vivavoce`` command: one verb a file, found by name.

A verb's module is imported only when it is called, so that ``vivavoce --help`` answers at once.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Sequence
from typing import Any

import click
import typer
import typer.main

from builders import __version__
from builders.errors import VivavoceError, unknown_name

_HELP = ["-h", "--help"]
VERBS = {
    # verb: (module:attribute, one line for the list)
    "sources": ("builders.cli.sources:app", "List, read and check the public sources."),
    "plan": ("builders.cli.plan:plan", "Reckon rows, calls, hours, cost and licences of a build."),
    "build": ("builders.cli.build:build", "Run the stages of a recipe."),
    "quality": ("builders.cli.quality:quality", "Report on the texts of a build or a dataset."),
    "review": ("builders.cli.review:review", "Decide about rejected rows on a web page."),
    "summary": ("builders.cli.summary:summary", "Show what has been built."),
    "say": ("builders.cli.say:say", "Speak a text into a file."),
    "voices": ("builders.cli.voices:app", "List voice sets, and build those of the papers."),
    "import": ("builders.cli.import_recordings:import_recordings", "Take recordings in."),
    "store": ("builders.cli.store:app", "Look after the store of finished work."),
    "weights": ("builders.cli.weights:app", "List, fetch and verify model weights."),
    "align": ("builders.cli.align:align", "Find the times of the words of a recording."),
    "mask": ("builders.cli.mask:mask", "Hide an answer in a recording."),
    "llm": ("builders.cli.llm:app", "List and record answers of language models."),
    "perturb": ("builders.cli.perturb:perturb", "Put recordings under an environment condition."),
    "publish": ("builders.cli.publish:publish", "Put a dataset on the Hub, under a version."),
    "export": ("builders.cli.export:export", "Write a dataset in another tool's layout."),
    "diff": ("builders.cli.diff:diff", "Compare two versions of a dataset row by row."),
    "run": ("evaluation.cli.run:run", "Put a model through a dataset."),
    "judge": ("evaluation.cli.judge:judge", "Have the answers of a run judged."),
    "score": ("evaluation.cli.score:score", "Print the paper's table of a run."),
    "report": ("evaluation.cli.report:report", "Write tables and a page to look into."),
    "compare": ("evaluation.cli.compare:compare", "Compare two runs, or two judges of one."),
    "merge": ("evaluation.cli.merge:merge", "Put the shards of a run together."),
    "verify": ("builders.cli.verify:verify", "Check a dataset from its files alone."),
}


class _Verbs(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> Any:
        if name not in VERBS:
            return None
        module, attribute = VERBS[name][0].split(":")
        found: Any = getattr(importlib.import_module(module), attribute)
        if isinstance(found, typer.Typer):
            return typer.main.get_command(found)
        app = typer.Typer(add_completion=False)
        app.command(name)(found)
        return typer.main.get_command(app)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(verb, line) for verb, (_, line) in VERBS.items()])


@click.command(cls=_Verbs, context_settings={"help_option_names": _HELP})
@click.version_option(__version__, prog_name="vivavoce")
def cli() -> None:
    """Build spoken-language benchmarks from text, and examine speech models with them."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; problems a user can act on are printed without a traceback."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper) and "utf" not in sys.stdout.encoding.lower():
        # Signs that an old locale lacks are written as escapes, which JSON understands, too.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        # A verb runs on its own: recent typer carries its own copy of click, whose exits and usage
        # errors the group's click would not recognise.
        if given and (verb := cli.get_command(click.Context(cli), given[0])) is not None:
            verb.main(args=given[1:], prog_name=f"vivavoce {given[0]}", help_option_names=_HELP)
        if given and not given[0].startswith("-"):
            raise unknown_name("command", given[0], VERBS)
        cli.main(args=given, prog_name="vivavoce")
    except (VivavoceError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
