"""One attempt at one call: the request on the wire and the answer taken apart."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from builders.backends.llm.failures import (
    CONNECTION,
    FILTERED,
    MALFORMED,
    REFUSED,
    TIMEOUT,
    AttemptError,
    from_status,
)
from builders.backends.llm.messages import Reply
from builders.backends.llm.stream import collect

_SECRET = re.compile(r"\b(?:sk|key|Bearer)[-_ ][\w*.\-]{6,}", re.IGNORECASE)


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
            payload, times = _decode(text), {}
        return to_reply(payload, settings, time.monotonic() - started, times)

    def clean(self, text: str) -> str:
        """Take the key, or what looks like one, out of a message."""
        if self.endpoint.api_key:
            text = text.replace(self.endpoint.api_key, "<key>")
        return _SECRET.sub("<key>", text)[:500]

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
    wanted = int(settings.get("n") or 1)
    if len(choices) < wanted:
        raise AttemptError(MALFORMED, f"{len(choices)} choices in the answer, {wanted} asked for")
    texts = tuple(_text(choice) for choice in choices)
    usage = payload.get("usage")
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
        usage={k: v for k, v in usage.items() if v is not None} if isinstance(usage, dict) else {},
        seconds=round(seconds, 4),
        audio=audio,
        first_token=times.get("first_token"),
        first_audio=times.get("first_audio"),
    )


def _decode(content: str) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        raise AttemptError(
            MALFORMED,
            f"{len(content)} characters that are not JSON, beginning {content[:80]!r}",
        ) from None


def _text(choice: Mapping[str, Any]) -> str:
    message = choice.get("message")
    if not isinstance(message, dict):
        raise AttemptError(MALFORMED, "a choice of the answer has no message")
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(p.get("text") or "" for p in content if isinstance(p, dict))
    if not content:
        content = _spoken(message).get("transcript") or message.get("refusal") or ""
    if not isinstance(content, str):
        raise AttemptError(MALFORMED, "the content of the answer is no text")
    return content


def _spoken(message: Mapping[str, Any]) -> Mapping[str, Any]:
    audio = message.get("audio") or {}
    if not isinstance(audio, dict):
        raise AttemptError(MALFORMED, "the audio of the answer is no object")
    return audio


def _audio(choice: Mapping[str, Any]) -> bytes | None:
    data = _spoken(choice["message"]).get("data")
    if not data:
        return None
    try:
        return base64.b64decode(data)
    except (ValueError, TypeError):
        raise AttemptError(MALFORMED, "the audio of the answer is not base64") from None


def _message(error: Any) -> str:
    body = error.body
    if isinstance(body, dict) and body.get("message"):
        return str(body["message"])
    return str(body or error.message or REFUSED)
