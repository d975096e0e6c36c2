"""A local server that speaks the chat protocol and can misbehave in every way that matters.

As a process of its own: ``python tests/helpers/chat_server.py --port 0 --latency 0.5`` prints its
address and serves until it is stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping

from aiohttp import web

GOOD = "good"
FAULTS = (
    "429", "500", "timeout", "truncated", "broken", "empty", "html", "wrong", "400", "401",
    "filter",
)  # fmt: skip
Plan = Callable[[str, int], str]


def shares(faults: Mapping[str, float], salt: str = "") -> Plan:
    """Plan that draws a fault for each prompt and attempt by its share, always the same way."""

    def plan(prompt: str, attempt: int) -> str:
        digest = hashlib.sha256(f"{salt}{prompt}\x1f{attempt}".encode()).digest()
        draw = int.from_bytes(digest[:8], "big") / 2**64
        for fault, share in faults.items():
            if draw < share:
                return fault
            draw -= share
        return GOOD

    return plan


class ChatServer:
    """Server on its own thread.

    Attributes:
        paid: Good answers sent, by prompt (the last user message).
        asked: Requests received, by prompt.
        in_flight: Requests being worked on.
        peak: Most requests that were worked on at once.
        bodies: Every request body, in order of arrival (``keep_bodies``).
    """

    def __init__(
        self,
        answer: Callable[[dict], str] = lambda body: f"answer to {prompt_of(body)}",
        plan: Plan = lambda prompt, attempt: GOOD,
        *,
        latency: float = 0.0,
        hang: float = 5.0,
        retry_after: str = "0.05",
        keep_bodies: bool = False,
        port: int = 0,
    ) -> None:
        self.answer, self.plan = answer, plan
        self.latency, self.hang, self.retry_after = latency, hang, retry_after
        self.keep_bodies, self.port = keep_bodies, port
        self.paid: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.in_flight = self.peak = 0
        self.bodies: list[dict] = []
        self.headers: list[dict[str, str]] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> ChatServer:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result()
        return self

    def __exit__(self, *exc: object) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self) -> None:
        app = web.Application(client_max_size=2**26)
        app.router.add_post("/v1/chat/completions", self._chat)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, backlog=1024)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        try:
            return await self._respond(request)
        finally:
            self.in_flight -= 1

    async def _respond(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        prompt = prompt_of(body)
        if self.keep_bodies:
            self.bodies.append(body)
            self.headers.append(dict(request.headers))
        attempt = self.asked[prompt]
        self.asked[prompt] += 1
        kind = self.plan(prompt, attempt)
        self.faults[kind] += kind != GOOD
        if self.latency and kind not in ("429", "400", "401"):
            await asyncio.sleep(self.latency)
        if kind == "429":
            return _error(429, "too many requests", {"Retry-After": self.retry_after})
        if kind == "500":
            return _error(500, "internal error")
        if kind == "400":
            return _error(400, "this model does not accept that field")
        if kind == "echo":
            return _error(400, f"invalid body: {json.dumps(body)}")
        if kind == "401":
            return _error(401, f"wrong key: {request.headers.get('Authorization')}")
        if kind == "timeout":
            await asyncio.sleep(self.hang)
        if kind == "html":
            return web.Response(text="<html>busy</html>", content_type="text/html")
        text = "I would rather talk about the weather." if kind == "wrong" else self.answer(body)
        payload = completion(body, text)
        if kind == "empty":
            payload["choices"] = []
        if kind == "filter":
            payload["choices"][0].update(finish_reason="content_filter")
        raw = json.dumps(payload).encode()
        if kind == "truncated":
            return web.Response(body=raw[: len(raw) // 2], content_type="application/json")
        if kind == "broken":
            return await _break_off(request, raw)
        if body.get("stream"):
            return await self._stream(request, body, text)
        if kind == GOOD:
            self.paid[prompt] += 1
        return web.Response(body=raw, content_type="application/json")

    async def _stream(self, request: web.Request, body: dict, text: str) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        parts: list[dict] = [{"content": piece + " "} for piece in text.split()]
        if "audio" in (body.get("modalities") or ()):
            parts += [{"audio": {"data": d}} for d in ("AAEC", "AwQF")]
        chunk = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": body["model"]}
        for delta in parts:
            choices = [{"index": 0, "delta": delta, "finish_reason": None}]
            await response.write(_event({**chunk, "choices": choices}))
            await asyncio.sleep(0.01)
        if not text.startswith("cut"):
            end = [{"index": 0, "delta": {}, "finish_reason": "stop"}]
            usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
            await response.write(_event({**chunk, "choices": end}))
            await response.write(_event({**chunk, "choices": [], "usage": usage}))
        await response.write(b"data: [DONE]\n\n")
        return response


def prompt_of(body: dict) -> str:
    """The last message's text."""
    content = body["messages"][-1]["content"]
    if isinstance(content, list):
        return " ".join(part.get("text", "") for part in content).strip()
    return content


def completion(body: dict, text: str) -> dict:
    """A chat completion with one choice for each that was asked for."""
    words = sum(len(str(m["content"]).split()) for m in body["messages"])
    answer = {"role": "assistant", "content": text}
    return {
        "id": "chatcmpl-local",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [
            {"index": n, "message": answer, "finish_reason": "stop"}
            for n in range(body.get("n") or 1)
        ],
        "usage": {
            "prompt_tokens": words,
            "completion_tokens": len(text.split()),
            "total_tokens": words + len(text.split()),
        },
    }


def _error(status: int, message: str, headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response({"error": {"message": message}}, status=status, headers=headers)


async def _break_off(request: web.Request, raw: bytes) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": str(len(raw))})
    await response.prepare(request)
    await response.write(raw[: len(raw) // 2])
    assert request.transport is not None
    request.transport.close()
    return response


def _event(value: dict) -> bytes:
    return f"data: {json.dumps(value)}\n\n".encode()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0)
    options = parser.parse_args()
    with ChatServer(port=options.port, latency=options.latency) as server:
        print(server.url, flush=True)
        threading.Event().wait()
