from __future__ import annotations

import email.utils
import time

import pytest

from builders.backends.llm.failures import LLMError, from_status, retry_after


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "1"}, 1.0),
        ({"retry-after": "soon"}, None),
    ],
)
def test_retry_after(headers, seconds):
    assert retry_after(headers) == seconds


def test_retry_after_as_a_date():
    date = email.utils.formatdate(time.time() + 30, usegmt=True)
    assert 28 <= retry_after({"retry-after": date}) <= 31


@pytest.mark.parametrize(
    ("status", "code", "kind", "final", "fatal"),
    [
        (429, None, "rate limited", False, False),
        (429, "insufficient_quota", "rate limited", False, True),
        (408, None, "timeout", False, False),
        (500, None, "server error", False, False),
        (503, None, "server error", False, False),
        (400, None, "request refused", True, False),
        (422, None, "request refused", True, False),
        (401, None, "request refused", False, True),
        (403, None, "request refused", False, True),
        (404, None, "request refused", False, True),
    ],
)
def test_statuses(status, code, kind, final, fatal):
    failure = from_status(status, "x", code, {})
    assert (failure.kind, failure.final, failure.fatal) == (kind, final, fatal)
    assert failure.detail == f"HTTP {status}: x"


@pytest.mark.parametrize(
    ("kind", "transient"),
    [("rate limited", True), ("timeout", True), ("not recorded", True), ("wrong content", False),
     ("request refused", False), ("content filtered", False)],
)  # fmt: skip
def test_what_another_run_may_mend(kind, transient):
    assert LLMError(kind, "x").transient is transient
