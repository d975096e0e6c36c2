"""One attempt at one call: the request on the wire."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builders.backends.llm.failures import (
    CONNECTION,
    MALFORMED,
    REFUSED,
    TIMEOUT,
    AttemptError,
    from_status,
)
from builders.backends.llm.messages import Reply
from builders.backends.llm.reply import decode, to_reply
from builders.backends.llm.stream import collect
from builders.redact import redact


@dataclass(frozen=True)
class Endpoint:
    """Where and how to ask.

    Attributes:
        base_url: Root of the API, such as ``http://localhost:8000/v1``.
        api_key: The key itself; never shown.
        timeout: Seconds an attempt may take in all.
        headers: Further request headers.
        connections: Most connections that are kept open.
    """

    base_url: str
    api_key: str
    timeout: float
    headers: Mapping[str, str]
    connections: int

    def __repr__(self) -> str:
        return f"Endpoint({self.base_url})"


class Transport:
    """Connection pool to one endpoint; belongs to the event loop it was made on."""

    def __init__(self, endpoint: Endpoint) -> None:
        from openai import AsyncOpenAI, DefaultAioHttpClient

        self.endpoint = endpoint
        self._client = AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.api_key,
            max_retries=0,
            timeout=endpoint.timeout,
            default_headers=dict(endpoint.headers),
            http_client=DefaultAioHttpClient(timeout=endpoint.timeout),
        )

    async def send(
        self, model: str, messages: list[dict[str, Any]], settings: Mapping[str, Any]
    ) -> Reply:
        """Make one attempt.

        Raises:
            AttemptError: There is no usable answer; says of which kind.
        """
        import openai

        started = time.monotonic()
        try:
            return await asyncio.wait_for(
                self._send(model, messages, settings, started), self.endpoint.timeout
            )
        except (asyncio.TimeoutError, openai.APITimeoutError) as error:
            unreached = _unreached(error)
            if unreached is not None:
                raise AttemptError(CONNECTION, self.clean(str(unreached))) from None
            raise AttemptError(TIMEOUT, f"no answer within {self.endpoint.timeout:g} s") from None
        except openai.APIStatusError as error:
            detail = self.clean(_message(error))
            code = error.code or error.type
            raise from_status(error.status_code, detail, code, error.response.headers) from None
        except openai.APIConnectionError as error:
            raise AttemptError(CONNECTION, self.clean(str(error.__cause__ or error))) from None
        except AttemptError as failure:
            failure.detail = self.clean(failure.detail)
            raise
        except openai.APIError as error:
            # An error event inside a stream: it has no status of its own.
            raise AttemptError(MALFORMED, self.clean(str(error))) from None

    async def _send(
        self,
        model: str,
        messages: list[dict[str, Any]],
        settings: Mapping[str, Any],
        started: float,
    ) -> Reply:
        body = {"model": model, "messages": messages, **settings}
        payload: Any
        if settings.get("stream"):
            del body["stream"]
            body.setdefault("stream_options", {"include_usage": True})
            create: Any = self._client.chat.completions.create
            chunks = await create(model=model, messages=[], stream=True, extra_body=body)
            payload, times = await collect(chunks, started)
        else:
            # The typed method would walk through every message; the body is checked here anyway.
            text = await self._client.post("/chat/completions", cast_to=str, body=body)
            payload, times = decode(text), {}
        return to_reply(payload, settings, time.monotonic() - started, times)

    def clean(self, text: str) -> str:
        """Take out of a message the key, what looks like one, and audio that is repeated in it."""
        return redact(text, self.endpoint.api_key)[:500]

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()


def _unreached(error: BaseException) -> OSError | None:
    """Why no connection was made: the client calls a refused one a timeout as well."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and not isinstance(cause, TimeoutError):
            return cause
        cause = cause.__cause__
    return None


def _message(error: Any) -> str:
    body = error.body
    if isinstance(body, dict) and body.get("message"):
        return str(body["message"])
    return str(body or error.message or REFUSED)
