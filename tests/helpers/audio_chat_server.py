"""The local chat server, taught to hear: audio in, text and speech out, streams that go wrong.

As a process of its own: ``python tests/helpers/audio_chat_server.py --port 0`` prints its address.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import io
import json
import threading

import numpy as np
import soundfile as sf
from aiohttp import web
from chat_server import GOOD, ChatServer, _break_off, _error, _event, completion, shares

FAULTS = {
    "429": 0.05, "500": 0.05, "stall": 0.01, "truncated": 0.04, "broken": 0.04, "empty": 0.03,
    "html": 0.03, "odd": 0.03,
}  # fmt: skip
RATE = 24_000


def hostile(question: str, attempt: int) -> str:
    """A quarter of the attempts go wrong; one question in fifty is refused each time."""
    refused = shares({"400": 0.01, "echo": 0.01}, "refused")(question, 0)
    if refused != GOOD:
        return refused
    return shares(FAULTS)(question, attempt)


class AudioChatServer(ChatServer):
    """Server that answers by what it hears; see :class:`ChatServer`.

    Attributes:
        log: ``(epoch, question, kind)`` of every request; ``epoch`` is set from outside.
    """

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)
        self.epoch = 0
        self.log: list[tuple[int, str, str]] = []

    async def _respond(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        if self.keep_bodies:
            self.bodies.append(body)
            self.headers.append(dict(request.headers))
        try:
            question = question_of(body)
        except ValueError as error:
            return _error(400, f"bad audio: {error}")
        kind = self.plan(question, self.asked[question])
        self.asked[question] += 1
        self.log.append((self.epoch, question, kind))
        if self.latency:
            await asyncio.sleep(self.latency)
        if kind == "429":
            return _error(429, "slow down", {"Retry-After": self.retry_after})
        if kind == "500":
            return _error(500, "internal error")
        if kind == "400":
            return _error(400, "this audio is not liked")
        if kind == "echo":
            return _error(400, f"invalid body: {json.dumps(body)}")
        if kind == "401":
            return _error(401, f"wrong key: {request.headers.get('Authorization')}")
        if kind == "html":
            return web.Response(text="<html>busy</html>", content_type="text/html")
        text = f"answer to {question}"
        wav = speech_of(question) if "audio" in (body.get("modalities") or ()) else None
        if body.get("stream"):
            return await self._speak(request, body, text, wav, kind)
        if kind == "stall":
            await asyncio.sleep(self.hang)
        payload = completion(body, text)
        if wav is not None:
            audio = {"id": "a", "data": base64.b64encode(wav).decode(), "transcript": text}
            payload["choices"][0]["message"] = {
                "role": "assistant",
                "content": None,
                "audio": audio,
            }
        if kind in ("empty", "odd"):
            payload["choices"] = [] if kind == "empty" else [5]
        raw = json.dumps(payload).encode()
        if kind == "truncated":
            return web.Response(body=raw[: len(raw) // 2], content_type="application/json")
        if kind == "broken":
            return await _break_off(request, raw)
        self.paid[question] += 1
        return web.Response(body=raw, content_type="application/json")

    async def _speak(
        self, request: web.Request, body: dict, text: str, wav: bytes | None, kind: str
    ) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": body["model"]}
        deltas: list[dict] = []
        words = [text[: len(text) // 2], text[len(text) // 2 :]]
        if wav is None:
            deltas = [{"content": word} for word in words]
        else:
            data = base64.b64encode(pcm(wav)).decode()
            third = len(data) // 12 * 4
            pieces = [data[:third], data[third : 2 * third], data[2 * third :]]
            deltas = [{"audio": {"transcript": word}} for word in words]
            deltas += [{"audio": {"data": piece}} for piece in pieces if piece]
        if kind in ("truncated", "broken", "empty", "stall", "odd"):
            deltas = deltas[: len(deltas) // 2] if kind != "empty" else []
        for delta in deltas:
            choice = {"index": 0, "delta": delta, "finish_reason": None}
            await response.write(_event({**chunk, "choices": [choice]}))
        if kind == "stall":
            await asyncio.sleep(self.hang)
        if kind == "odd":
            await response.write(_event({**chunk, "choices": [5]}))
        if kind == "broken":
            assert request.transport is not None
            request.transport.close()
            return response
        if kind == GOOD:
            end = {"index": 0, "delta": {}, "finish_reason": "stop"}
            usage = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13}
            await response.write(_event({**chunk, "choices": [end]}))
            await response.write(_event({**chunk, "choices": [], "usage": usage}))
            self.paid[question_of(body)] += 1
        await response.write(b"data: [DONE]\n\n")
        return response


def question_of(body: dict) -> str:
    """Name of a question: hash of its audio, else its text. Raises ``ValueError`` for no WAV."""
    content = body["messages"][-1]["content"]
    if isinstance(content, str):
        return content
    name = []
    for part in content:
        if part["type"] == "input_audio":
            name.append(heard(part["input_audio"]["data"].split("base64,")[-1]))
        elif part["type"] == "audio_url":
            name.append(heard(part["audio_url"]["url"].split("base64,")[-1]))
        else:
            name.append(part["text"])
    return " ".join(name)


def heard(data: str) -> str:
    """Hash of the samples of a WAV; ``ValueError`` unless it is 16 kHz mono."""
    try:
        samples, rate = sf.read(io.BytesIO(base64.b64decode(data)), dtype="int16")
    except sf.LibsndfileError as error:
        raise ValueError(str(error)) from error
    if rate != 16_000 or samples.ndim != 1 or not samples.size:
        raise ValueError(f"{rate} Hz, shape {samples.shape}")
    return hashlib.sha256(samples.tobytes()).hexdigest()[:12]


def speech_of(question: str) -> bytes:
    """A WAV of 0.1 s, particular to the question."""
    seed = int(hashlib.sha256(question.encode()).hexdigest()[:8], 16)
    samples = np.random.default_rng(seed).integers(-3000, 3000, RATE // 10).astype(np.int16)
    buffer = io.BytesIO()
    sf.write(buffer, samples, RATE, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


def pcm(wav: bytes) -> bytes:
    """Bare 16-bit samples of a WAV."""
    samples, _ = sf.read(io.BytesIO(wav), dtype="int16")
    return samples.tobytes()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--hostile", action="store_true")
    options = parser.parse_args()
    plan = hostile if options.hostile else (lambda prompt, attempt: GOOD)
    with AudioChatServer(plan=plan, port=options.port, latency=options.latency) as server:
        print(server.url, flush=True)
        threading.Event().wait()
