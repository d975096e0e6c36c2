"""SD-QA: TyDi QA questions read aloud in eleven English varieties.

Licence: Apache-2.0. Citation: F. Faisal et al., SD-QA: Spoken Dialectal Question Answering for the
Real World, Findings of EMNLP 2021, https://github.com/ffaisal93/SD-QA.
Format: ``<split>/eng/<dialect>/english.<split>.<dialect>-<locale>.triples.jsonl`` with
``{example_id, question, answer, answers, has_answer}``, recordings in ``wav_eng/<example_id>.wav``,
and the questions as asked in ``<split>/eng/english.<split>.txt`` (id, tab, question): the question
in the triples may be what a recogniser heard. Each dialect has a file for its own locale and one
for ``en-US``; the first is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.errors import unknown_name
from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.readable import open_text, readable
from builders.sources.source import Source
from builders.sources.where import resolve
from builders.step import Rejected

DIALECTS = ("aus", "gbr", "ind_n", "ind_s", "irl", "kenya", "nga", "nzl", "phl", "usa", "zaf")
"""The eleven varieties, which are the splits of VoiceBench's sd-qa."""

SOURCE = Source(
    name="sd_qa",
    title="SD-QA",
    language="en",
    license="Apache-2.0",
    homepage="https://github.com/ffaisal93/SD-QA",
    how="Clone the homepage's repository (about 6 GB with its recordings), check out commit "
    "c49e9ebb5adb6a0afc560d31e2248fbcc7984a9d or a later one, and name its folder.",
    access="manual",
    same_text=("dialect",),
)


def read(
    where: Any = None, *, split: str = "test", dialect: str = "usa", audio: bool = True
) -> Iterator[Item | Rejected]:
    """Read one variety; questions without an answer are rejected.

    Args:
        where: The repository's folder.
        split: ``dev`` or ``test``.
        dialect: One of ``DIALECTS``.
        audio: Import the recordings.

    Raises:
        VivavoceError: No such dialect.
    """
    if dialect not in DIALECTS:
        raise unknown_name("dialect", dialect, DIALECTS, SOURCE.title)
    place = resolve(where, source=SOURCE)
    asked = _asked(place.folder / split / "eng" / f"english.{split}.txt")

    def make(row: dict[str, Any], path: Path) -> Draft:
        own = str(row["example_id"])
        if not row["has_answer"]:
            raise ValueError(f"question {own} has no answer")
        return Draft(
            id=f"{dialect}-{own}",
            prompt=asked.get(own, row["question"]),
            reference=row["answer"],
            fields={"dialect": dialect, "answers": row["answers"]},
            audio=path.parent / "wav_eng" / f"{own}.wav" if audio else None,
            notes=() if own in asked else ("question as the triples write it",),
        )

    folder = f"{split}/eng/{dialect}"
    name = f"english.{split}.{dialect}-en-"
    own_locale = "US" if dialect == "usa" else "[!U]?"
    files = (f"{folder}/{name}{own_locale}.triples.jsonl", f"{folder}/{name}*.triples.jsonl")
    return items(SOURCE, place, make, files=files)


def _asked(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    with readable(path), open_text(path) as file:
        pairs = (line.rstrip("\r\n").partition("\t") for line in file)
        return {own.strip(): question.strip() for own, tab, question in pairs if tab}
