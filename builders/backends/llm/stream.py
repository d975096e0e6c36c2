"""A streamed answer put together, with the times of its first text and first audio."""

from __future__ import annotations

import base64
import time
from collections.abc import AsyncIterator
from typing import Any

from builders.backends.llm.failures import MALFORMED, AttemptError
from builders.backends.llm.reply import a_text, an_object


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
            dump = getattr(chunk, "model_dump", None)
            data = dump(warnings=False) if dump else an_object(chunk, "a chunk of the stream")
            model, usage = data.get("model") or model, data.get("usage") or usage
            heard = data.get("modality") == "audio"
            parts = data.get("choices") or []
            for part in parts if isinstance(parts, list) else [parts]:
                part = an_object(part, "a choice of the stream")
                index = part.get("index")
                choice = choices.setdefault(index if isinstance(index, int) else 0, _empty())
                _add(choice, part, times, time.monotonic() - started, heard)
    except ValueError as error:
        raise AttemptError(MALFORMED, f"a chunk of the stream is not JSON: {error}") from None
    if not choices or any(c["finish_reason"] is None for c in choices.values()):
        raise AttemptError(MALFORMED, "the stream ended before the answer was finished")
    done = [_finish(choices[index]) for index in sorted(choices)]
    return {"model": model, "usage": usage, "choices": done}, times


def _empty() -> dict[str, Any]:
    return {"text": [], "audio": [], "transcript": [], "finish_reason": None}


def _add(
    choice: dict[str, Any],
    part: dict[str, Any],
    times: dict[str, float],
    now: float,
    heard: bool,
) -> None:
    """Add a piece; ``heard``: it is of vLLM-Omni, which puts audio where the text stands."""
    delta = an_object(part.get("delta"), "a piece of the stream")
    audio = an_object(delta.get("audio"), "the audio of the stream")
    for name, value in (
        ("audio" if heard else "text", delta.get("content")),
        ("audio", audio.get("data")),
        ("transcript", audio.get("transcript")),
    ):
        piece = a_text(value, f"the {name} of the stream")
        if piece:
            choice[name].append(piece)
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


_WAV = "UklGR"
"""How a WAV file begins as base64."""


def _join(pieces: list[str]) -> str:
    # Some servers encode each piece by itself, others cut one encoding into pieces.
    files = len(pieces) > 1 and all(piece.startswith(_WAV) for piece in pieces)
    if not files and not any(piece.rstrip().endswith("=") for piece in pieces[:-1]):
        return "".join(pieces)
    try:
        decoded = [base64.b64decode(piece) for piece in pieces]
    except ValueError:
        raise AttemptError(MALFORMED, "the audio of the stream is not base64") from None
    raw = _one_wav(decoded) if files else b"".join(decoded)
    return base64.b64encode(raw).decode()


def _one_wav(files: list[bytes]) -> bytes:
    """One WAV of several of the same format."""
    header, samples = b"", b""
    for file in files:
        at = file.find(b"data", 12) + 8
        size = int.from_bytes(file[at - 4 : at], "little")
        header = header or file[: at - 4]
        samples += file[at : at + size] if size else file[at:]
    whole = header + len(samples).to_bytes(4, "little") + samples
    return whole[:4] + (len(whole) - 8).to_bytes(4, "little") + whole[8:]
