"""Multiple choice, in one form whatever the source.

A row that asks one carries ``options`` (list of ``{label, text}``) and ``answer_key`` beside the
bare question in ``prompt`` and the right option's text in ``reference``. Steps then speak the
options, or drop them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

_LABEL = re.compile(r"[(（]([A-Z])[)）]\s*|(?:(?<=\n)|^)\s*([A-Z])\s*[、.．:：]\s*")
_LEAD = re.compile(r"\s*(选项|Options?)\s*[:：]?\s*$")


def choice(texts: Sequence[str], answer: int | str) -> tuple[str, dict[str, Any]]:
    """Put options into the common form.

    Args:
        texts: Options in their order.
        answer: Position of the right one, from 0, or its letter.

    Returns:
        The right option's text, and the columns ``options`` and ``answer_key``.

    Raises:
        ValueError: The answer is none of the options.
    """
    position = ascii_uppercase.find(answer.strip()) if isinstance(answer, str) else answer
    if answer == "" or not 0 <= position < len(texts):
        raise ValueError(f"the answer {answer!r} is none of {len(texts)} options")
    options = [
        {"label": label, "text": text.strip()}
        for label, text in zip(ascii_uppercase, texts, strict=False)
    ]
    fields = {"options": options, "answer_key": ascii_uppercase[position]}
    return options[position]["text"], fields


def split_options(text: str) -> tuple[str, list[str]] | None:
    """Take a question and its options apart, where the source wrote them into one text.

    Options begin with ``(A)`` anywhere, or with ``A、``, ``A.``, ``A:`` at the start of a line, and
    are labelled in the order of the alphabet.

    Returns:
        The question and the options, or ``None`` where the text holds no options.
    """
    marks: list[re.Match[str]] = []
    for mark in _LABEL.finditer(text):
        if (mark[1] or mark[2]) == ascii_uppercase[len(marks)]:
            marks.append(mark)
    if len(marks) < 2:
        return None
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    options = [text[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)]
    return _LEAD.sub("", text[: marks[0].start()]).strip(), options
