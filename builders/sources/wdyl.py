"""WDYL ("What do you like?"): 1,000 dialogues of two speakers, one preference each.

Licence: none stated. Citation: J. Wu et al., Just ASR + LLM? A Study on Speech Large Language
Models' Ability to Identify and Understand Speaker in Spoken Dialogue, SLT 2024, arXiv:2409.04927.
Format: one Python literal, ``{number: {q, a, type, ask, QS, OS, AS}}``: ``q`` and ``a`` are the
turns ``{gender, content, sub}``, ``ask`` says whose preference is asked for, ``QS`` holds two
wordings of the question, ``OS`` the options of five multiple-choice forms, ``AS`` their answers.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.place import SourceError
from builders.sources.readable import open_text
from builders.sources.records import Record
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="wdyl",
    title="WDYL",
    language="en",
    license="none stated",
    homepage="https://arxiv.org/abs/2409.04927",
    how="Get wdyl_dialogues.txt through the paper on the homepage and name the file.",
    access="manual",
    rows={"all": 1000},
)


def read(where: Any = None, *, audio: str | None = None) -> Iterator[Item | Rejected]:
    """Read the dialogues; the question is text and only the dialogue is spoken.

    Args:
        where: The file of dialogues.
        audio: Folder of the recordings ``<number>.wav``, relative to the file.
    """

    def make(row: dict[str, Any], path: Path) -> Draft:
        own, turns = row["_key"], [row["q"], row["a"]]
        asked = row[row["ask"]]
        return Draft(
            id=str(own),
            prompt=" ".join(turn["content"].strip() for turn in turns),
            reference=asked["sub"],
            fields={
                "turns": [{"gender": t["gender"], "text": t["content"].strip()} for t in turns],
                "question": row["QS"][0],
                "questions": list(row["QS"]),
                "answer": asked["sub"],
                "type": row["type"],
            },
            audio=path.parent / audio / f"{own}.wav" if audio else None,
            voice="+".join(turn["gender"] for turn in turns),
        )

    return items(SOURCE, where, make, files=("wdyl_dialogues.txt", "*.txt"), read=_dialogues)


def _dialogues(path: Path) -> Iterator[Record]:
    with open_text(path) as file:
        text = file.read()
    try:
        data = ast.literal_eval(text)
    except (ValueError, SyntaxError) as error:
        raise SourceError(f"{path}: not a Python literal: {error}") from error
    if not isinstance(data, dict):
        raise SourceError(f"{path}: expected dialogues by number, found {type(data).__name__}")
    for key, row in data.items():
        place = f"{path.name}, dialogue {key}"
        if isinstance(row, dict):
            yield Record({"_key": key, **row}, place)
        else:
            yield Record({}, place, f"expected an object, found {type(row).__name__}")
