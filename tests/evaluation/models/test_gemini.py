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
    """Answers with what is left of ``statuses``: a status, or a body in place of a good one."""

    def __init__(self, statuses: list[int | str]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.statuses, self.bodies, self.paths = statuses, [], []


class Handler(BaseHTTPRequestHandler):
    server: Server
    refusal = "no"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        self.server.paths.append(self.path)
        status = self.server.statuses.pop(0) if self.server.statuses else 200
        if isinstance(status, str):
            self._send(200, status)
        elif status != 200:
            key = self.headers.get("x-goog-api-key")
            message = f"{self.refusal}: {key}"
            self._send(status, json.dumps({"error": {"code": status, "message": message}}))
        elif "stream" in self.path:
            self._send(200, stream(payload("It is ", None), payload("a test.")))
        else:
            self._send(200, json.dumps(payload("It is a test.")))

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


def payload(text: str, reason: str | None = "STOP") -> dict:
    content = {"role": "model", "parts": [{"text": text}]}
    usage = {"promptTokenCount": 7, "candidatesTokenCount": 4, "totalTokenCount": 11}
    candidate = {"content": content, **({"finishReason": reason} if reason else {})}
    return {"candidates": [candidate], "usageMetadata": usage}


def stream(*payloads: dict) -> str:
    return "".join(f"data: {json.dumps(p)}\r\n\r\n" for p in payloads)


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


def test_an_answer_has_its_cost_where_there_is_a_price(ask, make_question):
    thought = payload("It is a test.")
    thought["usageMetadata"]["thoughtsTokenCount"] = 6
    found, _ = ask(
        [make_question()], statuses=[json.dumps(thought)], price={"input": 1, "output": 10}
    )
    assert found["r0"].usage["cost"] == pytest.approx((7 * 1 + (4 + 6) * 10) / 1e6)


def test_trouble_is_retried_and_refusals_are_told_without_the_key(ask, make_question):
    found, server = ask([make_question()], statuses=[429, 503], concurrency=1)
    assert found["r0"].error is None and len(server.bodies) == 3
    found, _ = ask([make_question()], statuses=[400], concurrency=1)
    assert found["r0"].error.startswith("request refused: HTTP 400: no: <key>")


def test_a_wrong_key_stops_the_run(ask, make_question, monkeypatch):
    with pytest.raises(VivavoceError, match="check the key") as raised:
        ask([make_question()], statuses=[403], concurrency=1)
    assert KEY not in str(raised.value)
    monkeypatch.delenv("GEMINI_API_KEY")
    with pytest.raises(VivavoceError, match="set the environment variable GEMINI_API_KEY"):
        ask([make_question()])


CUT = "malformed: the answer breaks off: it has no finish reason"


@pytest.mark.parametrize(
    ("said", "options", "error"),
    [
        (stream(payload("It is ", None)), {"stream": True}, CUT),
        (json.dumps(payload("It is ", None)), {}, CUT),
        (json.dumps(payload("It", "SAFETY")), {}, "content filtered: the endpoint withheld"),
        ('{"promptFeedback": {"blockReason": "SAFETY"}}', {}, "content filtered: the endpoint re"),
        (json.dumps(payload("", "MAX_TOKENS")), {}, "malformed: the answer is empty"),
        ("<html>", {}, "malformed: "),
        ("null", {}, "malformed: "),
        ('{"candidates": [5]}', {}, "malformed: "),
        (stream(payload("It", None)) + "data: {oops\r\n\r\n", {"stream": True}, "malformed: "),
    ],
)
def test_what_is_no_whole_answer_is_an_error(ask, make_question, said, options, error):
    found, _ = ask([make_question()], statuses=[said] * 2, attempts=2, concurrency=1, **options)
    assert found["r0"].text is None and found["r0"].error.startswith(error)


def test_an_answer_that_broke_off_is_asked_again_and_its_time_left_out(ask, make_question):
    cut = stream(payload("It is ", None))
    found, server = ask(
        [make_question()], statuses=[cut, 500], stream=True, concurrency=1, first_wait=0.5
    )
    answer = found["r0"]
    assert answer.text == "It is a test." and answer.usage["failed_attempts"] == 2
    assert answer.seconds < 0.5 and len(server.bodies) == 3


def test_an_answer_cut_at_its_longest_says_so(ask, make_question):
    found, _ = ask([make_question()], statuses=[json.dumps(payload("It", "MAX_TOKENS"))])
    assert (found["r0"].text, found["r0"].usage["finish_reason"]) == ("It", "length")


def test_a_key_that_is_a_bad_request_stops_the_run_too(ask, make_question, monkeypatch):
    monkeypatch.setattr(Handler, "refusal", "API key not valid. Please pass a valid API key.")
    with pytest.raises(VivavoceError, match="check the key"):
        ask([make_question()], statuses=[400], concurrency=1)
