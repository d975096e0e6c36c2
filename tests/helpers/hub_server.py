"""A Hub on loopback, for the real ``huggingface_hub`` and ``datasets`` clients to talk to.

Repositories live in memory. The server counts what it receives, and can be told to answer with an
error or to cut the connection in the middle of an upload.
"""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from hub_routes import ROUTES, Routes
from hub_state import Repo


@dataclass
class Fault:
    """What to do with the next requests that match.

    ``then`` is an HTTP status, or ``"cut"`` for a connection that breaks after half of the body, or
    ``"lost"`` for one that breaks after the request was carried out, or ``"hang"`` for one that is
    never answered.
    """

    method: str
    path: str
    then: int | str
    times: int


class HubServer:
    """The server; use it as a context manager."""

    def __init__(self) -> None:
        self.repos: dict[str, Repo] = {}
        self.large: dict[str, bytes] = {}
        self.received: list[str] = []
        self.requests: list[tuple[str, str]] = []
        self.faults: list[Fault] = []
        self.lock = threading.RLock()
        self.hanging, self.closing = threading.Event(), threading.Event()
        outer = self

        class Handler(_Handler):
            hub = outer

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.endpoint = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> HubServer:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()

    def fail(self, method: str, path: str, then: int | str, times: int = 1) -> None:
        """Make the next ``times`` requests fail whose path matches a regular expression."""
        self.faults.append(Fault(method, path, then, times))

    def fault(self, method: str, path: str) -> int | str | None:
        with self.lock:
            for fault in self.faults:
                if fault.times and fault.method == method and re.search(fault.path, path):
                    fault.times -= 1
                    return fault.then
        return None

    def files(self, repo: str, revision: str = "main") -> dict[str, bytes]:
        """Content of a revision."""
        found = self.repos[repo]
        sha = found.resolve(revision)
        assert sha is not None, revision
        return {path: entry.data for path, entry in found.commits[sha].items()}

    def count(self, method: str, path: str) -> int:
        """Number of requests whose path matches."""
        return sum(m == method and re.search(path, p) is not None for m, p in self.requests)


class _Handler(Routes, BaseHTTPRequestHandler):
    hub: HubServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        pass

    def handle_any(self) -> None:
        parts = urlsplit(self.path)
        path, method = unquote(parts.path), self.command
        self.query = parse_qs(parts.query)
        fault = self.hub.fault(method, path)
        if fault == "cut":
            size = int(self.headers.get("Content-Length") or 0)
            self.rfile.read(size // 2)
            self.close_connection = True
            self.connection.close()
            return
        if fault == "hang":
            self.rfile.read(int(self.headers.get("Content-Length") or 0) // 2)
            self.hub.hanging.set()
            self.hub.closing.wait()
            return
        body = self._body()
        self.hub.requests.append((method, path))
        if isinstance(fault, int):
            headers = {"Retry-After": "0"} if fault == 429 else {}
            self._send(fault, {"error": f"asked to answer {fault}"}, headers)
            return
        with self.hub.lock:
            for allowed, pattern, function in ROUTES:
                match = re.fullmatch(pattern, path)
                if match and method in allowed:
                    if fault == "lost":
                        self._send = lambda *_, **__: self.connection.close()  # type: ignore
                        self.close_connection = True
                    function(self, body, **match.groupdict())
                    return
        self._send(404, {"error": f"no route for {method} {path}"})

    do_GET = do_POST = do_PUT = do_HEAD = handle_any  # noqa: N815

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        chunks = []
        while size := int(self.rfile.readline(), 16):
            chunks.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(chunks)

    def _send(self, status: int, value: Any = None, headers: dict[str, str] | None = None) -> None:
        raw = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        sent = {"Content-Type": "application/json", "Content-Length": str(len(raw))}
        for name, text in {**sent, **(headers or {})}.items():
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(raw)

    def _missing(self, kind: str) -> None:
        self._send(404, {"error": f"{kind}"}, {"X-Error-Code": kind, "X-Error-Message": kind})
