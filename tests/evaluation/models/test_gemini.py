"""Gemini's client against a local server that speaks its protocol."""

from __future__ import annotations

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from builders.errors import VivavoceError
from evaluation.models import load_model
from evaluation.models.contract import Turn

KEY = "AIza-very-secret-0123456789"


class Server(ThreadingHTTPServer):
    def __init__(self, statuses: list[int]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.statuses, self.bodies, self.paths = statuses, [], []


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        self.server.paths.append(self.path)
        status = self.server.statuses.pop(0) if self.server.statuses else 200
        if status != 200:
            key = self.headers.get("x-goog-api-key")
            self._send(status, json.dumps({"error": {"code": status, "message": f"no: {key}"}}))
        elif "stream" in self.path:
            parts = [self._payload("It is "), self._payload("a test.")]
            self._send(200, "".join(f"data: {json.dumps(p)}\r\n\r\n" for p in parts))
        else:
            self._send(200, json.dumps(self._payload("It is a test.")))

    def _payload(self, text: str) -> dict:
        content = {"role": "model", "parts": [{"text": text}]}
        usage = {"promptTokenCount": 7, "candidatesTokenCount": 4, "totalTokenCount": 11}
        return {
            "candidates": [{"content": content, "finishReason": "STOP"}],
            "usageMetadata": usage,
        }

    def _send(self, status: int, text: str) -> None:
        data = text.encode()
        kind = "text/event-stream" if text.startswith("data:") else "application/json"
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def ask(monkeypatch):
    pytest.importorskip("google.genai", reason="needs the extra gemini")
    monkeypatch.setenv("GEMINI_API_KEY", KEY)
    started = []

    def run(questions, statuses=(), **options):
        server = Server(list(statuses))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        started.append(server)
        url = f"http://127.0.0.1:{server.server_port}"
        given = {"model": "gemini-x", "base_url": url, "first_wait": 0.01, **options}
        model = load_model("gemini", given)
        try:
            return {q.id: a for q, a in model.answers(questions)}, server
        finally:
            model.close()

    yield run
    for server in started:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("stream", [False, True])
def test_audio_history_and_system_prompt_arrive(ask, make_question, stream):
    question = make_question(text="why?", system="brief", history=(Turn("assistant", "b"),))
    found, server = ask([question], stream=stream, concurrency=1)
    answer, [body] = found["r0"], server.bodies
    assert answer.text == "It is a test." and answer.error is None
    assert answer.usage == {"prompt_tokens": 7, "completion_tokens": 4, "total_tokens": 11}
    assert (answer.first_token is not None) == stream
    assert [c["role"] for c in body["contents"]] == ["model", "user"]
    sound, text = body["contents"][1]["parts"]
    assert base64.urlsafe_b64decode(sound["inlineData"]["data"])[:4] == b"RIFF"
    assert text == {"text": "why?"}
    assert body["systemInstruction"]["parts"][0]["text"] == "brief"
    assert body["generationConfig"]["temperature"] == 0


def test_trouble_is_retried_and_refusals_are_told_without_the_key(ask, make_question):
    found, server = ask([make_question()], statuses=[429, 503], concurrency=1)
    assert found["r0"].error is None and len(server.bodies) == 3
    found, _ = ask([make_question()], statuses=[400], concurrency=1)
    assert found["r0"].error.startswith("HTTP 400: no: <key>")


def test_a_wrong_key_stops_the_run(ask, make_question, monkeypatch):
    with pytest.raises(VivavoceError, match="check the key") as raised:
        ask([make_question()], statuses=[403], concurrency=1)
    assert KEY not in str(raised.value)
    monkeypatch.delenv("GEMINI_API_KEY")
    with pytest.raises(VivavoceError, match="set the environment variable GEMINI_API_KEY"):
        ask([make_question()])
