"""Batches of questions of like length, so that little is padded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from evaluation.models.contract import Question

WINDOW = 8
"""Batches that are sorted together: more even lengths against more rows held in memory."""


def length_of(question: Question) -> int:
    """Work that a question is, in bytes of encoded audio plus text."""
    texts = [question.text or "", question.system or "", *(t.text for t in question.history)]
    return len(question.audio or b"") + sum(map(len, texts))


def batches(questions: Iterable[Question], size: int) -> Iterator[list[Question]]:
    """Group questions by length within windows of ``WINDOW`` × ``size``.

    Spoken and written questions never share a batch.
    """
    source = iter(questions)
    if size == 1:
        for question in source:
            yield [question]
        return
    while window := list(islice(source, WINDOW * size)):
        for spoken in (True, False):
            group = [q for q in window if (q.audio is not None) == spoken]
            group.sort(key=length_of)
            for start in range(0, len(group), size):
                yield group[start : start + size]
