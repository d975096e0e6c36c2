"""The answer as it came, for metrics that reproduce a public script."""

from __future__ import annotations

from evaluation.contracts import Row


def answer_text(row: Row) -> str | None:
    """The answer as text, or ``None`` after an error or where the model gave no text.

    A blank text is returned as it is, because public scripts score it.
    """
    response = row.response
    if response is None or response.error is not None:
        return None
    return response.text
