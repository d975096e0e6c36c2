"""Source readers, one public source a file.

    for row in read("gsm8k", {"path": "data/gsm8k/test.jsonl"}):
        ...

Each reader is ``read(where, **options) -> Iterator[Item | Rejected]``; its module holds the facts
about the source in ``SOURCE``, and its licence and citation in the docstring.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.errors import unknown_name
from builders.item import Item
from builders.sources.place import Place, SourceError
from builders.sources.source import Source
from builders.sources.where import recordings, resolve
from builders.step import Rejected

__all__ = [
    "SOURCES",
    "Place",
    "Source",
    "SourceError",
    "about",
    "imports_audio",
    "options",
    "read",
    "resolve",
]

SOURCES = {
    "advbench": "builders.sources.advbench:read",
    "alignbench": "builders.sources.alignbench:read",
    "alpaca_eval": "builders.sources.alpaca_eval:read",
    "audio_folder": "builders.sources.audio_folder:read",
    "bbh": "builders.sources.bbh:read",
    "cc_riddle": "builders.sources.cc_riddle:read",
    "charm": "builders.sources.charm:read",
    "chinese_simpleqa": "builders.sources.chinese_simpleqa:read",
    "cmmlu": "builders.sources.cmmlu:read",
    "common_voice": "builders.sources.common_voice:read",
    "commoneval": "builders.sources.commoneval:read",
    "commonsense_qa": "builders.sources.commonsense_qa:read",
    "cs3_bench": "builders.sources.cs3_bench:read",
    "dynamic_superb_age": "builders.sources.dynamic_superb_age:read",
    "esd": "builders.sources.esd:read",
    "followbench": "builders.sources.followbench:read",
    "gsm8k": "builders.sources.gsm8k:read",
    "ifeval": "builders.sources.ifeval:read",
    "infobench": "builders.sources.infobench:read",
    "jsonl": "builders.sources.jsonl:read",
    "llama_questions": "builders.sources.llama_questions:read",
    "mmlu_pro": "builders.sources.mmlu_pro:read",
    "mt_bench": "builders.sources.mt_bench:read",
    "mt_bench_101": "builders.sources.mt_bench_101:read",
    "open_audio_bench": "builders.sources.open_audio_bench:read",
    "openbookqa": "builders.sources.openbookqa:read",
    "sciq": "builders.sources.sciq:read",
    "sd_qa": "builders.sources.sd_qa:read",
    "seed_tts_eval": "builders.sources.seed_tts_eval:read",
    "slue_sqa5": "builders.sources.slue_sqa5:read",
    "storal": "builders.sources.storal:read",
    "trivia_qa": "builders.sources.trivia_qa:read",
    "truthful_qa": "builders.sources.truthful_qa:read",
    "tsv_audio": "builders.sources.tsv_audio:read",
    "vocalbench": "builders.sources.vocalbench:read",
    "vocalbench_zh": "builders.sources.vocalbench_zh:read",
    "voicebench": "builders.sources.voicebench:read",
    "wdyl": "builders.sources.wdyl:read",
    "web_questions": "builders.sources.web_questions:read",
    "webqa": "builders.sources.webqa:read",
    "wenmind": "builders.sources.wenmind:read",
    "wildvoice": "builders.sources.wildvoice:read",
    "writingbench": "builders.sources.writingbench:read",
}
"""Reader of every source, as ``module:attribute``."""


def _module(name: str) -> Any:
    if name not in SOURCES:
        raise unknown_name("source", name, SOURCES)
    return importlib.import_module(SOURCES[name].partition(":")[0])


def about(name: str) -> Source:
    """The facts about a source.

    Raises:
        VivavoceError: No such source.
    """
    facts: Source = _module(name).SOURCE
    return facts


def options(name: str) -> tuple[str, ...]:
    """Names of the options that a reader takes."""
    return tuple(inspect.signature(_module(name).read).parameters)[1:]


def imports_audio(name: str) -> bool:
    """Whether a reader imports recordings unless told otherwise (``audio=False``)."""
    parameter = inspect.signature(_module(name).read).parameters.get("audio")
    return parameter is not None and parameter.default is True


def read(
    name: str,
    where: Mapping[str, Any] | Place | Path | str | None = None,
    *,
    base: Path | None = None,
    only: Mapping[str, Any] | None = None,
    limit: int | None = None,
    **given: Any,
) -> Iterator[Item | Rejected]:
    """Read a source by name.

    Args:
        name: Registered name.
        where: Its place (:mod:`builders.sources.where`); the source's own home where ``None``.
        base: Folder that relative paths start from: that of the recipe.
        only: Keep rows whose column has one of these values, such as
            ``{"dataset": ["helpful_base", "vicuna"]}``. Rows left out are not rejects.
        limit: Stop after so many items.
        **given: Options of the reader.

    Raises:
        VivavoceError: Unknown name or option, or the source cannot be had.
    """
    module = _module(name)
    for option in given:
        if not options(name):
            raise SourceError(f"source '{name}' has no option '{option}': it takes none")
        if option not in options(name):
            raise unknown_name("option", option, options(name), f"source '{name}'")
    facts = _with_home(name, module, given)
    if where is None and facts.text_only:
        recordings(facts, where, {**_defaults(module), **given}.get("audio"))
    rows = module.read(resolve(where, base, facts), **given)
    if only:
        rows = _selected(rows, only, name)
    return rows if limit is None else _first(rows, limit)


def _defaults(module: Any) -> dict[str, Any]:
    parameters = inspect.signature(module.read).parameters.values()
    return {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY}


def _with_home(name: str, module: Any, given: Mapping[str, Any]) -> Source:
    """Facts whose home names only the files that the options ask for."""
    facts: Source = module.SOURCE
    options = {**_defaults(module), **given}
    for option, value in options.items():
        if value is inspect.Parameter.empty:
            raise SourceError(f"source '{name}' needs the option '{option}'")
    home = facts.home or {}
    if "{" not in str(home.get("file", "")):
        return facts
    return replace(facts, home={**home, "file": home["file"].format(**options)})


def _selected(
    rows: Iterator[Item | Rejected], only: Mapping[str, Any], name: str
) -> Iterator[Item | Rejected]:
    wanted = {
        column: tuple(value) if isinstance(value, (list, tuple, set)) else (value,)
        for column, value in only.items()
    }
    seen: set[str] = set()
    for row in rows:
        if isinstance(row, Item):
            columns = {**row.model_dump(include={"id", "language", "license"}), **row.fields}
            seen |= set(columns)
            if any(columns.get(column) not in value for column, value in wanted.items()):
                continue
        yield row
    for column in wanted:
        if seen and column not in seen:
            raise unknown_name("column", column, seen, f"source '{name}', only")


def _first(rows: Iterator[Item | Rejected], limit: int) -> Iterator[Item | Rejected]:
    if limit <= 0:
        return
    count = itertools.count(1)
    for row in rows:
        yield row
        if isinstance(row, Item) and next(count) >= limit:
            return
