"""TriviaQA: trivia questions with aliases of the answer, read without evidence.

Licence: Apache-2.0 (code), questions by trivia enthusiasts; the Hub states "unknown". Citation:
M. Joshi et al., TriviaQA, ACL 2017, arXiv:1705.03551.
Format on the Hub (``unfiltered.nocontext`` or ``rc.nocontext``): Parquet with ``question``,
``question_id`` and ``answer: {value, aliases, normalized_aliases, …}``. The original JSON writes
``Question``, ``QuestionId`` and ``Answer: {Value, Aliases, …}``. Both are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="trivia_qa",
    title="TriviaQA",
    language="en",
    license="unknown",
    homepage="https://nlp.cs.washington.edu/triviaqa/",
    home={
        "hub": "mandarjoshi/trivia_qa",
        "revision": "0f7faf33a3908546c6fd5b73a660e0f8ff173c2f",
        "file": "rc.nocontext/validation-*.parquet",
    },
)


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions; ``answers`` lists the answer and its aliases."""
    files = ("*.nocontext/validation-*.parquet", "*dev*.json", "*.parquet", "*.json")
    return items(SOURCE, where, _draft, files=files)


def _draft(row: dict[str, Any], path: Path) -> Draft:
    if "Question" in row:
        answer = {key.lower(): value for key, value in row["Answer"].items()}
        own, question = row["QuestionId"], row["Question"]
    else:
        answer, own, question = row["answer"], row["question_id"], row["question"]
    aliases = [answer["value"], *(a for a in answer["aliases"] if a != answer["value"])]
    return Draft(id=own, prompt=question, reference=answer["value"], fields={"answers": aliases})
