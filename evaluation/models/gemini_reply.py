"""What Gemini's client gives back, taken apart, and its failures told apart."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from builders.backends.llm.failures import (
    CONNECTION,
    FILTERED,
    MALFORMED,
    TIMEOUT,
    AttemptError,
    from_status,
)
from builders.redact import redact

_WHOLE, _CUT = "STOP", "MAX_TOKENS"


@dataclass(frozen=True)
class Taken:
    """An answer.

    Attributes:
        text: All of it.
        usage: Token counts, and ``finish_reason`` where the answer was cut at its longest.
        first: Seconds to the first text.
    """

    text: str
    usage: Mapping[str, Any] = field(default_factory=dict)
    first: float | None = None


def take(replies: Iterable[Any], began: float) -> Taken:
    """Put an answer together.

    Args:
        replies: The reply, or the chunks of a streamed one.
        began: Monotonic time at which it was asked for.

    Raises:
        AttemptError: There is no answer, or it breaks off.
    """
    pieces: list[str] = []
    usage: dict[str, Any] = {}
    first: float | None = None
    reason = blocked = None
    for reply in replies:
        if reply is None:
            raise AttemptError(MALFORMED, "the reply is empty")
        if reply.text:
            first = time.monotonic() - began if first is None else first
            pieces.append(reply.text)
        usage = _usage(reply) or usage
        feedback = reply.prompt_feedback
        blocked = _name(feedback.block_reason) if feedback and feedback.block_reason else blocked
        for candidate in reply.candidates or ():
            reason = _name(candidate.finish_reason) or reason
    if blocked is not None:
        raise AttemptError(FILTERED, f"the endpoint refused the question: {blocked}", final=True)
    if reason is None:
        raise AttemptError(MALFORMED, "the answer breaks off: it has no finish reason")
    if reason not in (_WHOLE, _CUT):
        raise AttemptError(FILTERED, f"the endpoint withheld the answer: {reason}", final=True)
    text = "".join(pieces)
    if not text.strip():
        raise AttemptError(MALFORMED, f"the answer is empty (finish_reason: {reason})")
    if reason == _CUT:
        usage["finish_reason"] = "length"
    return Taken(text, usage, first)


@contextmanager
def failures_told(key: str) -> Iterator[None]:
    """Turn whatever the client raises into an :class:`AttemptError` of its kind.

    Args:
        key: The key, which is taken out of messages.
    """
    import httpx
    from google.genai import errors

    try:
        yield
    except errors.APIError as error:
        raise _of_status(error, key) from None
    except httpx.TimeoutException as error:
        raise AttemptError(TIMEOUT, _clean(error, key)) from None
    except httpx.HTTPError as error:
        raise AttemptError(CONNECTION, _clean(error, key)) from None
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        # The client walks through a reply of another shape without looking.
        raise AttemptError(MALFORMED, _clean(error, key)) from None


def _of_status(error: Any, key: str) -> AttemptError:
    found = re.search(r"'retryDelay': '([\d.]+)s'", str(error.details))
    headers = {"retry-after": found[1]} if found else {}
    detail = _clean(error.message or error, key)
    failure = from_status(int(error.code or 0), detail, error.status, headers)
    # A wrong key is a bad request here.
    failure.fatal = failure.fatal or "API_KEY_INVALID" in str(error.details)
    failure.fatal = failure.fatal or "API key not valid" in detail
    return failure


def _clean(error: object, key: str) -> str:
    return redact(" ".join(str(error).split()), key)[:500] or type(error).__name__


def _name(value: Any) -> str | None:
    return None if value is None else str(getattr(value, "name", value))


def _usage(reply: Any) -> dict[str, Any]:
    found = reply.usage_metadata
    counts = {
        "prompt_tokens": getattr(found, "prompt_token_count", None),
        "completion_tokens": getattr(found, "candidates_token_count", None),
        "thought_tokens": getattr(found, "thoughts_token_count", None),
        "total_tokens": getattr(found, "total_token_count", None),
    }
    return {name: value for name, value in counts.items() if value is not None}
