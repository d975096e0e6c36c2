"""The text of an answer, where there is one."""

from __future__ import annotations

from evaluation.contracts import Row


def answer_text(row: Row) -> str | None:
    """The answer as text, or ``None`` after an error or where the model gave no text.

    A blank text is returned as it is: whether it counts as an answer is the metric's business.
    """
    response = row.response
    if response is None or response.error is not None:
        return None
    return response.text
