"""IFEval instructions on the shape of the whole response."""

from __future__ import annotations


def two_responses(response: str) -> bool:
    """Two different responses, parted by six asterisks; only an outer part may be blank."""
    parts = [part.strip() for part in response.split("******")]
    if not all(parts[1:-1]):
        return False
    answers = [part for part in parts if part]
    return len(answers) == 2 and answers[0] != answers[1]


def repeat_prompt(response: str, *, prompt_to_repeat: str) -> bool:
    """The response begins with the request, word for word but for case."""
    return response.strip().lower().startswith(prompt_to_repeat.strip().lower())
