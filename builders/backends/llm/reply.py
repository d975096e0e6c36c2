"""A chat completion taken apart: whatever a server sends, there is a reply or the reason."""

from __future__ import annotations

import base64
import json
import math
from collections.abc import Mapping
from typing import Any

from builders.backends.llm.failures import FILTERED, MALFORMED, AttemptError
from builders.backends.llm.messages import Reply


def decode(content: str) -> Any:
    """Decode a body.

    Raises:
        AttemptError: It is not JSON.
    """
    try:
        return json.loads(content)
    except ValueError:
        raise AttemptError(
            MALFORMED,
            f"{len(content)} characters that are not JSON, beginning {content[:80]!r}",
        ) from None


def to_reply(
    payload: Any, settings: Mapping[str, Any], seconds: float, times: Mapping[str, float]
) -> Reply:
    """Take a chat completion apart.

    Args:
        payload: Decoded body of the response.
        settings: Settings that were sent; ``n`` tells how many choices must be there.
        seconds: Time the attempt took.
        times: ``first_token`` and ``first_audio``, where streamed.

    Raises:
        AttemptError: The body is no chat completion, or holds no answer.
    """
    choices = payload.get("choices") if isinstance(payload, dict) else None
    if not isinstance(choices, list) or not all(isinstance(c, dict) for c in choices):
        raise AttemptError(MALFORMED, "the body is JSON but no chat completion: it has no choices")
    choices = _with_speech(choices)
    wanted = int(settings.get("n") or 1)
    if len(choices) < wanted:
        raise AttemptError(MALFORMED, f"{len(choices)} choices in the answer, {wanted} asked for")
    texts = tuple(_text(choice) for choice in choices)
    first = choices[0]
    reason = first.get("finish_reason")
    audio = _audio(first)
    if reason == "content_filter":
        raise AttemptError(FILTERED, "the endpoint withheld the answer", final=True)
    if audio is None and not all(text.strip() for text in texts):
        raise AttemptError(MALFORMED, f"the answer is empty (finish_reason: {reason})")
    return Reply(
        text=texts[0],
        texts=texts,
        finish_reason=reason,
        model=payload.get("model"),
        usage=counts(payload.get("usage")),
        seconds=round(seconds, 4),
        audio=audio,
        first_token=times.get("first_token"),
        first_audio=times.get("first_audio"),
    )


def counts(usage: Any) -> dict[str, Any]:
    """Token counts as far as they are numbers; those within ``…_details`` too."""
    found: dict[str, Any] = {}
    for name, value in usage.items() if isinstance(usage, dict) else ():
        if isinstance(value, dict):
            value = counts(value)
        elif not _is_count(value):
            continue
        if value != {}:
            found[str(name)] = value
    return found


def _is_count(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value)


def an_object(value: Any, what: str) -> dict[str, Any]:
    """The value, empty where it is null.

    Raises:
        AttemptError: It is of another kind.
    """
    if not isinstance(value, dict | None):
        raise AttemptError(MALFORMED, f"{what} is no object")
    return value or {}


def a_text(value: Any, what: str) -> str:
    """The value, empty where it is null.

    Raises:
        AttemptError: It is of another kind.
    """
    if not isinstance(value, str | None):
        raise AttemptError(MALFORMED, f"{what} is no text")
    return value or ""


def _with_speech(choices: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Choices with their speech, which vLLM-Omni sends as a further choice of the same index."""
    found: list[dict[str, Any]] = []
    for choice in choices:
        message = choice.get("message")
        alone = isinstance(message, dict) and message.get("audio") and not message.get("content")
        owner = next((c for c in found if c.get("index") == choice.get("index")), None)
        said = owner.get("message") if alone and owner is not None else None
        if isinstance(message, dict) and isinstance(said, dict) and not said.get("audio"):
            said["audio"] = message["audio"]
        else:
            found.append({**choice, "message": {**message}} if message else choice)
    return found


def _text(choice: Mapping[str, Any]) -> str:
    message = choice.get("message")
    if not isinstance(message, dict):
        raise AttemptError(MALFORMED, "a choice of the answer has no message")
    content = message.get("content")
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(a_text(part, "a part of the answer") for part in parts)
    if not content:
        content = _spoken(message).get("transcript") or message.get("refusal")
    return a_text(content, "the content of the answer")


def _spoken(message: Mapping[str, Any]) -> Mapping[str, Any]:
    return an_object(message.get("audio"), "the audio of the answer")


def _audio(choice: Mapping[str, Any]) -> bytes | None:
    data = _spoken(choice["message"]).get("data")
    if not data:
        return None
    try:
        return base64.b64decode(data)
    except (ValueError, TypeError):
        raise AttemptError(MALFORMED, "the audio of the answer is not base64") from None
