"""A streamed answer put together, with the times of its first text and first audio."""

from __future__ import annotations

import base64
import time
from collections.abc import AsyncIterator
from typing import Any

from builders.backends.llm.failures import MALFORMED, AttemptError


async def collect(chunks: AsyncIterator[Any], started: float) -> tuple[dict[str, Any], dict]:
    """Read a stream to its end.

    Args:
        chunks: Chunks of the chat protocol, as the ``openai`` package yields them.
        started: Monotonic time at which the request went out.

    Returns:
        A body as if it had not been streamed, and ``first_token`` and ``first_audio`` in seconds.

    Raises:
        AttemptError: The stream broke off before the answer was finished.
    """
    choices: dict[int, dict[str, Any]] = {}
    times: dict[str, float] = {}
    model, usage = None, None
    try:
        async for chunk in chunks:
            data = chunk.model_dump()
            model, usage = data.get("model") or model, data.get("usage") or usage
            for part in data.get("choices") or ():
                choice = choices.setdefault(part.get("index") or 0, _empty())
                _add(choice, part, times, time.monotonic() - started)
    except ValueError as error:
        raise AttemptError(MALFORMED, f"a chunk of the stream is not JSON: {error}") from None
    if not choices or any(c["finish_reason"] is None for c in choices.values()):
        raise AttemptError(MALFORMED, "the stream ended before the answer was finished")
    done = [_finish(choices[index]) for index in sorted(choices)]
    return {"model": model, "usage": usage, "choices": done}, times


def _empty() -> dict[str, Any]:
    return {"text": [], "audio": [], "transcript": [], "finish_reason": None}


def _add(choice: dict[str, Any], part: dict[str, Any], times: dict[str, float], now: float) -> None:
    delta = part.get("delta") or {}
    audio = delta.get("audio") or {}
    for name, value in (
        ("text", delta.get("content")),
        ("audio", audio.get("data")),
        ("transcript", audio.get("transcript")),
    ):
        if value:
            choice[name].append(value)
            times.setdefault("first_audio" if name == "audio" else "first_token", round(now, 4))
    choice["finish_reason"] = part.get("finish_reason") or choice["finish_reason"]


def _finish(choice: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": "".join(choice["text"]) or None}
    if choice["audio"] or choice["transcript"]:
        message["audio"] = {
            "data": _join(choice["audio"]),
            "transcript": "".join(choice["transcript"]),
        }
    return {"message": message, "finish_reason": choice["finish_reason"]}


def _join(pieces: list[str]) -> str:
    # Some servers encode each piece by itself, others cut one encoding into pieces.
    if any(piece.rstrip().endswith("=") for piece in pieces[:-1]):
        try:
            raw = b"".join(base64.b64decode(piece) for piece in pieces)
        except ValueError:
            raise AttemptError(MALFORMED, "the audio of the stream is not base64") from None
        return base64.b64encode(raw).decode()
    return "".join(pieces)
