"""What can go wrong with a call, told apart."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from dataclasses import dataclass

from builders.errors import BackendError, VivavoceError

RATE_LIMITED = "rate limited"
SERVER_ERROR = "server error"
TIMEOUT = "timeout"
CONNECTION = "connection"
MALFORMED = "malformed"
WRONG_CONTENT = "wrong content"
REFUSED = "request refused"
FILTERED = "content filtered"
TRUNCATED = "answer truncated"
NOT_RECORDED = "not recorded"

TRANSIENT = frozenset({RATE_LIMITED, SERVER_ERROR, TIMEOUT, CONNECTION, MALFORMED, NOT_RECORDED})
"""Kinds after which another run may succeed."""

_CLIENT_FAULT = (400, 409, 413, 415, 422)


@dataclass(frozen=True)
class Attempt:
    """A failed attempt.

    Attributes:
        kind: One of the constants of this module.
        detail: What the endpoint or the network said.
        status: HTTP status, if there was one.
        wait: Seconds waited after it.
    """

    kind: str
    detail: str
    status: int | None = None
    wait: float = 0.0


class LLMError(BackendError):
    """One call has no usable answer.

    Attributes:
        kind: Fixed text that can be counted; one of the constants of this module.
        item: Row the call was made for.
        history: The failed attempts, in order.
        raw: Last answer as it came, where there was one.
    """

    def __init__(
        self,
        kind: str,
        detail: str,
        *,
        item: str = "",
        history: tuple[Attempt, ...] = (),
        raw: str | None = None,
    ) -> None:
        self.kind, self.detail, self.item, self.raw = kind, detail, item, raw
        self.history = history
        row = f"row '{item}': " if item else ""
        tries = f" (after {len(history)} attempts)" if len(history) > 1 else ""
        super().__init__(f"{row}{kind}: {detail}{tries}", transient=kind in TRANSIENT)


class EndpointError(VivavoceError):
    """The endpoint answers no call at all: wrong key, unknown model, quota used up."""


class BudgetError(VivavoceError):
    """The next call could cost more than what is left of the budget."""


class AttemptError(Exception):
    """One failed attempt on its way to the retry loop."""

    def __init__(
        self,
        kind: str,
        detail: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        final: bool = False,
        fatal: bool = False,
    ) -> None:
        super().__init__(detail)
        self.kind, self.detail, self.status = kind, detail, status
        self.retry_after, self.final, self.fatal = retry_after, final, fatal


def from_status(
    status: int, detail: str, code: str | None, headers: Mapping[str, str]
) -> AttemptError:
    """Tell what an HTTP error status means for the call.

    Args:
        status: HTTP status.
        detail: Message of the endpoint, without secrets.
        code: Error code in the body, if any.
        headers: Response headers, looked up without regard to case.
    """
    wait = retry_after(headers)
    detail = f"HTTP {status}: {detail}"
    if status == 429 and code == "insufficient_quota":
        return AttemptError(RATE_LIMITED, detail, status=status, fatal=True)
    if status == 429:
        return AttemptError(RATE_LIMITED, detail, status=status, retry_after=wait)
    if status == 408:
        return AttemptError(TIMEOUT, detail, status=status, retry_after=wait)
    if status >= 500:
        return AttemptError(SERVER_ERROR, detail, status=status, retry_after=wait)
    if status in _CLIENT_FAULT:
        return AttemptError(REFUSED, detail, status=status, final=True)
    return AttemptError(REFUSED, detail, status=status, fatal=True)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the endpoint asks to wait (``retry-after-ms``, seconds or an HTTP date)."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers.get(name, "")) / unit)
        except ValueError:
            continue
    try:
        date = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    return max(0.0, date.timestamp() - time.time())
