"""Servers that speak the protocols of speech engines, with faults on demand.

The faults of a text are looked up in ``plan``: a list of kinds, one an attempt; the last one lasts.
"""

from __future__ import annotations

import email
import email.policy
import io
import json
import threading
import time
import urllib.parse
from collections import Counter
from concurrent import futures
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import soundfile as sf

GOOD = "good"


def tone(text: str, rate: int) -> np.ndarray:
    """Sound whose length tells the length of the text, 16-bit."""
    frames = round(0.02 * len(text) * rate)
    wave = 0.3 * np.sin(2 * np.pi * 220 * np.arange(frames) / rate)
    return (wave * 32767).astype("<i2")


def wav(samples: np.ndarray, rate: int) -> bytes:
    buffer = io.BytesIO()
    sf.write(buffer, samples, rate, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


class Faults:
    """What was asked, and what is to go wrong."""

    def __init__(self) -> None:
        self.plan: dict[str, list[str]] = {}
        self.asked: Counter[str] = Counter()
        self.calls: list[dict] = []
        self.in_flight = self.peak = 0
        self._lock = threading.Lock()

    def next(self, text: str, **seen: object) -> str:
        with self._lock:
            kinds = self.plan.get(text, [GOOD])
            kind = kinds[min(self.asked[text], len(kinds) - 1)]
            self.asked[text] += 1
            self.calls.append({"text": text, "kind": kind, **seen})
            return kind

    def enter(self) -> None:
        with self._lock:
            self.in_flight += 1
            self.peak = max(self.peak, self.in_flight)

    def leave(self) -> None:
        with self._lock:
            self.in_flight -= 1


class SpeechHTTP:
    """CosyVoice's FastAPI server and an OpenAI speech endpoint, under one address."""

    def __init__(self, rate: int = 24_000, hang: float = 3.0) -> None:
        self.faults, self.rate, self.hang = Faults(), rate, hang
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *args: object) -> None:
                """Stay silent."""

            def do_POST(self) -> None:
                outer.faults.enter()
                try:
                    outer.answer(self)
                finally:
                    outer.faults.leave()

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        # A client that ran out of patience is part of the tests.
        self._server.handle_error = lambda *_: None
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        path = handler.path
        openai = path.endswith("/audio/speech")
        fields = json.loads(body) if openai else form(handler.headers["Content-Type"], body)
        text = fields["input"] if openai else fields["tts_text"]
        kind = self.faults.next(
            text, path=path, fields=fields, auth=handler.headers.get("Authorization")
        )
        if kind == "hang":
            time.sleep(self.hang)
        if kind in ("429", "500", "422", "401"):
            self.refuse(handler, int(kind), openai)
            return
        samples = tone(text, self.rate)
        data = wav(samples, self.rate) if openai else samples.tobytes()
        if kind == "empty":
            data = b""
        if kind == "silent":
            data = data[:44] + bytes(len(data) - 44) if openai else bytes(len(data))
        if kind == "short file":
            data = data[: len(data) // 2]
        if kind == "html":
            data = b"<html>busy</html>" * 3
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for start in range(0, len(data), 16_000):
            chunk = data[start : start + 16_000]
            handler.wfile.write(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            if kind == "break off":
                handler.wfile.flush()
                handler.close_connection = True
                return
        handler.wfile.write(b"0\r\n\r\n")

    def refuse(self, handler: BaseHTTPRequestHandler, status: int, openai: bool) -> None:
        error = {"error": {"message": f"planned {status}"}} if openai else {"detail": "planned"}
        data = json.dumps(error).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        if status == 429:
            handler.send_header("Retry-After", "0.01")
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)


def form(kind: str, body: bytes) -> dict:
    """Fields of a form, as FastAPI's ``Form`` and ``File`` read them."""
    if kind.startswith("application/x-www-form-urlencoded"):
        return {k: v[0] for k, v in urllib.parse.parse_qs(body.decode()).items()}
    raw = f"Content-Type: {kind}\r\n\r\n".encode() + body
    message = email.message_from_bytes(raw, policy=email.policy.HTTP)
    found = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        data = part.get_payload(decode=True)
        found[name] = data if part.get_filename() else data.decode()
    return found


class CosyVoiceGRPC:
    """CosyVoice's gRPC server: ``cosyvoice.CosyVoice/Inference``."""

    def __init__(self, rate: int = 24_000, hang: float = 3.0) -> None:
        import grpc

        from builders.backends.tts.cosyvoice_grpc import messages

        self.faults, self.rate, self.hang = Faults(), rate, hang
        known = messages()
        handler = grpc.unary_stream_rpc_method_handler(
            self.infer,
            request_deserializer=known["Request"].FromString,
            response_serializer=lambda message: message.SerializeToString(),
        )
        self._response = known["Response"]
        self._server = grpc.server(futures.ThreadPoolExecutor(4))
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler("cosyvoice.CosyVoice", {"Inference": handler}),)
        )
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self._server.start()

    def stop(self) -> None:
        self._server.stop(0)

    def infer(self, request, context):
        import grpc

        way = request.WhichOneof("RequestPayload")
        payload = getattr(request, way)
        kind = self.faults.next(payload.tts_text, way=way, payload=payload)
        if kind == "hang":
            time.sleep(self.hang)
        if kind == "busy":
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many calls")
        if kind == "refuse":
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "cannot say that")
        if kind == "fault":
            context.abort(grpc.StatusCode.UNKNOWN, "Exception iterating responses")
        data = tone(payload.tts_text, self.rate).tobytes()
        half = len(data) // 4 * 2
        yield self._response(tts_audio=data[:half])
        if kind == "break off":
            context.abort(grpc.StatusCode.UNKNOWN, "Exception iterating responses")
        yield self._response(tts_audio=data[half:])


class GoogleGRPC:
    """Google's ``TextToSpeech/SynthesizeSpeech`` as its client calls it."""

    def __init__(self, hang: float = 3.0) -> None:
        import grpc
        from google.cloud import texttospeech_v1 as tts

        self.faults, self.hang = Faults(), hang
        handler = grpc.unary_unary_rpc_method_handler(
            self.speak,
            request_deserializer=tts.SynthesizeSpeechRequest.deserialize,
            response_serializer=tts.SynthesizeSpeechResponse.serialize,
        )
        self._answer = tts.SynthesizeSpeechResponse
        self._server = grpc.server(futures.ThreadPoolExecutor(4))
        name = "google.cloud.texttospeech.v1.TextToSpeech"
        self._server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(name, {"SynthesizeSpeech": handler}),)
        )
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self._server.start()

    def stop(self) -> None:
        self._server.stop(0)

    def speak(self, request, context):
        import grpc

        text = request.input.text
        kind = self.faults.next(text, request=request)
        if kind == "hang":
            time.sleep(self.hang)
        if kind == "quota":
            self._over_quota(context)
        codes = {
            "down": grpc.StatusCode.UNAVAILABLE,
            "internal": grpc.StatusCode.INTERNAL,
            "refuse": grpc.StatusCode.INVALID_ARGUMENT,
            "denied": grpc.StatusCode.PERMISSION_DENIED,
        }
        if kind in codes:
            context.abort(codes[kind], f"planned {kind}")
        config = request.audio_config
        samples = tone(text, round(config.sample_rate_hertz / (config.speaking_rate or 1.0)))
        data = wav(samples, config.sample_rate_hertz)
        if kind == "half":
            data = data[: len(data) // 2]
        return self._answer(audio_content=data)

    def _over_quota(self, context) -> None:
        import grpc
        from google.protobuf import any_pb2, duration_pb2
        from google.rpc import error_details_pb2, status_pb2
        from grpc_status import rpc_status

        packed = any_pb2.Any()
        packed.Pack(
            error_details_pb2.RetryInfo(retry_delay=duration_pb2.Duration(nanos=20_000_000))
        )
        status = status_pb2.Status(
            code=grpc.StatusCode.RESOURCE_EXHAUSTED.value[0],
            message="Quota exceeded for requests per minute",
            details=[packed],
        )
        context.abort_with_status(rpc_status.to_status(status))
