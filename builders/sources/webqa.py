"""WebQA (Baidu): Chinese factoid questions from a community site, with evidence.

Licence: none stated; published for research. Citation: P. Li et al., Dataset and Neural Recurrent
Sequence Labeling Model for Open-Domain Factoid Question Answering, 2016, arXiv:1607.06275.
Format: one JSON object by question id: ``{question, evidences: {id: {answer: [text], evidence}}}``.
The ``ann`` files pair a question with one passage that has the answer, ``ir`` files with several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.step import Rejected

SOURCE = Source(
    name="webqa",
    title="WebQA",
    language="zh",
    license="none stated",
    homepage="https://arxiv.org/abs/1607.06275",
    how="The publisher's page is gone; get WebQA v1.0 (me_test.ann.json and its siblings) from a "
    "copy you may use, and name the file.",
    access="manual",
)

NO_ANSWER = "no_answer"
"""What the data writes where a passage lacks the answer."""


def read(where: Any = None) -> Iterator[Item | Rejected]:
    """Read the questions; the reference is the answer that most passages give."""
    return items(SOURCE, where, _draft, files=("me_test.ann.json", "*.json"))


def _draft(row: dict[str, Any], path: Path) -> Draft:
    answers = [
        answer.strip()
        for evidence in row["evidences"].values()
        for answer in evidence["answer"]
        if answer.strip() and answer != NO_ANSWER
    ]
    if not answers:
        raise ValueError("no passage has the answer")
    counts = Counter(answers)
    return Draft(
        id=row["_key"],
        prompt=row["question"],
        reference=counts.most_common(1)[0][0],
        fields={"answers": list(counts)},
    )
