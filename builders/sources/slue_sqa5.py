"""SLUE-SQA-5: spoken questions on spoken documents, with word times and answer spans.

Licence: CC BY-SA 4.0 (documents); see the card for the question sets. Citation: S. Shon et al.,
SLUE Phase-2, ACL 2023, arXiv:2212.10525, https://huggingface.co/datasets/asapp/slue-phase-2.
Format (config ``sqa5``): Parquet with ``question_id``, ``raw_question_text``, ``document_audio``,
``document_speaker_id``, ``raw_document_text``, ``normalized_document_text``, ``word2time: {word,
normalized_word, start_second, end_second}`` and ``answer_spans: {answer, start_second,
end_second}``. Punctuation has times of −1 in ``word2time``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.sources.draft import Draft, items
from builders.sources.source import Source
from builders.sources.speech import embedded
from builders.step import Rejected

SOURCE = Source(
    name="slue_sqa5",
    title="SLUE-SQA-5",
    language="en",
    license="CC-BY-SA-4.0",
    homepage="https://huggingface.co/datasets/asapp/slue-phase-2",
    home={"hub": "asapp/slue-phase-2", "revision": "main", "file": "sqa5/test-*.parquet"},
)


def read(where: Any = None, *, audio: bool = True) -> Iterator[Item | Rejected]:
    """Read the documents with one question each.

    ``word_times`` holds the published word times and ``answer_times`` the spans of the answer, in
    seconds: a reference for the aligner, which the step ``check_times`` compares with.

    Args:
        where: The Parquet files.
        audio: Import the documents' speech.
    """

    def make(row: dict[str, Any], path: Path) -> Draft:
        spans = _rows(row["answer_spans"])
        if not spans:
            raise ValueError("no answer span")
        words = [
            {"text": each["word"], "start": each["start_second"], "end": each["end_second"]}
            for each in _rows(row["word2time"])
            if each["start_second"] >= 0
        ]
        return Draft(
            id=row["question_id"],
            prompt=row["raw_document_text"],
            reference=spans[0]["answer"],
            fields={
                "question": row["raw_question_text"],
                "answer": spans[0]["answer"],
                "document_id": row["document_id"],
                "answer_times": [
                    {"start": s["start_second"], "end": s["end_second"], "text": s["answer"]}
                    for s in spans
                ],
                "word_times": words,
            },
            audio=embedded(row["document_audio"]) if audio else None,
            voice=str(row.get("document_speaker_id", "unknown")),
        )

    return items(SOURCE, where, make, files=("sqa5/test-*.parquet", "*test*.parquet", "*.parquet"))


def _rows(cell: Any) -> list[dict[str, Any]]:
    """A list of records, which Parquet may hold as a record of lists."""
    if isinstance(cell, dict):
        return [dict(zip(cell, values, strict=True)) for values in zip(*cell.values(), strict=True)]
    return list(cell)
