"""A judge that knows words and nothing else, for smoke runs.

It finds references by exact match and keyword, refusals and repairs by phrases, and the text that
was to be repeated. Of everything else it says that it cannot decide. Its figures are not those of
a paper; its id, ``lexical@2``, stands in every score that rests on it.
"""

from __future__ import annotations

from evaluation.contracts import Judgement, Row
from evaluation.judges.entry import Entry, answer_hash, key_of
from evaluation.judges.repair_phrases import repair_category
from evaluation.judges.tasks import KINDS
from evaluation.metrics._rows import NO, YES, answer, column
from evaluation.metrics.instruction_following import (
    PARALINGUISTIC,
    instruction_category,
    repeats_text,
)
from evaluation.metrics.keyword import acceptable, find_keyword
from evaluation.metrics.refusal import refuses

VERSION = 2
# A longer reference is a sentence; that its words are missing proves nothing.
_MOST_WORDS, _MOST_HANZI = 5, 8


class LexicalJudge:
    """See the module."""

    id = f"lexical@{VERSION}"
    workers = 1

    def handles(self, row: Row, task: str) -> bool:
        """All tasks of text judges; many end undecided."""
        return task in KINDS

    def asked(self, row: Row, task: str) -> str:
        """The version: nobody else is asked."""
        return self.id

    def judge(self, row: Row, task: str) -> Entry:
        """A category by words, or an error that says it cannot be decided so."""
        text = answer(row) or ""
        category, reason = _decide(row, task, text)
        judgement = Judgement(
            id=row.example.id,
            task=task,
            judge=self.id,
            category=category,
            reason=None if category is None else reason,
            error=reason if category is None else None,
        )
        return Entry(
            key_of(row), judgement, answer_hash(row), self.asked(row, task), {"model": self.id}
        )


def _decide(row: Row, task: str, text: str) -> tuple[str | None, str]:
    if task == "correct":
        return _correct(row, text)
    if task == "refusal":
        return (YES, "a refusal phrase") if refuses(text) else (NO, "no refusal phrase")
    if task == "repair":
        return repair_category(text)
    if task == "follows" and instruction_category(row) == PARALINGUISTIC:
        same = repeats_text(row)
        if same is not None:
            return (YES, "repeats the text") if same else (NO, "does not repeat the text")
    return None, "undecided: words alone do not tell"


def _correct(row: Row, text: str) -> tuple[str | None, str]:
    other = (column(row, "Answer_zh"), column(row, "Answer_en"))
    references = [*acceptable(row), *(str(r) for r in other if r)]
    # Code-switched answers may be in either language.
    found = [
        find_keyword(text, [reference], "en" if reference.isascii() else row.example.language)
        for reference in references
    ]
    if any(found):
        return YES, "the reference stands in the answer"
    if None in found or not found:
        return None, "undecided: no reference, or one too short to be told from other words"
    if all(_is_long(reference) for reference in references):
        return None, "undecided: the reference is a sentence in other words"
    return NO, "the reference does not stand in the answer"


def _is_long(reference: str) -> bool:
    if reference.isascii():
        return len(reference.split()) > _MOST_WORDS
    return len(reference) > _MOST_HANZI
