"""Serve the review page to this machine alone.

Texts may be hostile: the page gets them as JSON and shows them through ``textContent``; a content
security policy lets only the page's own script run. Requests must carry the page's token and name
this machine as host, so that no other page in the browser can decide anything.
"""

from __future__ import annotations

import hmac
import json
import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import unquote, urlsplit

from builders.errors import VivavoceError
from builders.review.decisions import decide, decision_on
from builders.review.queue import Case, audio, waiting

_HERE = Path(__file__).parent
_MOST = 1 << 16


class ReviewServer(ThreadingHTTPServer):
    """The page, its cases and its decisions.

    Args:
        families: ``<work>/<family>`` folder and file of decisions, by family.
        by: Who decides.
        port: Port on this machine; 0 for any that is free.
    """

    daemon_threads = True

    def __init__(self, families: dict[str, tuple[Path, Path]], by: str, port: int = 0) -> None:
        self.families, self.by = families, by
        self.token, self.lock = secrets.token_urlsafe(24), Lock()
        self.cases: dict[str, tuple[Case, Path]] = {}
        for family, (folder, file) in families.items():
            self.cases.update({f"{family}/{c.key}": (c, file) for c in waiting(folder)})
        super().__init__(("127.0.0.1", port), _Handler)

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def listed(self) -> list[dict[str, Any]]:
        """All cases with the decisions that stand."""
        rows = []
        for key, (case, file) in self.cases.items():
            made = decision_on(file, case)
            said = made.model_dump(exclude_defaults=True) if made else None
            rows.append({**case.as_json(), "key": key, "decision": said})
        return rows


class _Handler(BaseHTTPRequestHandler):
    server: ReviewServer
    server_version, sys_version = "vivavoce", ""

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        if not self._from_here():
            return
        if path == "/":
            self._page()
        elif path == "/cases":
            self._json(self.server.listed())
        elif path.startswith("/audio/"):
            self._audio(path.removeprefix("/audio/"))
        else:
            self._say(HTTPStatus.NOT_FOUND, "there is no such page")

    def do_POST(self) -> None:
        if not self._from_here():
            return
        token = self.headers.get("X-Token", "")
        if not hmac.compare_digest(token.encode(), self.server.token.encode()):
            self._say(HTTPStatus.FORBIDDEN, "the page is of an earlier run: load it again")
            return
        size = self.headers.get("Content-Length", "")
        if not size.isdigit() or int(size) > _MOST:
            self._say(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the decision is too long")
            return
        try:
            given = json.loads(self.rfile.read(int(size)))
            case, file = self.server.cases[given["key"]]
            with self.server.lock:
                made = decide(
                    file,
                    case,
                    str(given["decision"]),
                    by=self.server.by,
                    text=given.get("text"),
                    note=str(given.get("note") or ""),
                )
        except (KeyError, TypeError, ValueError):
            self._say(HTTPStatus.BAD_REQUEST, "the request is not a decision on a listed row")
        except VivavoceError as error:
            self._say(HTTPStatus.BAD_REQUEST, str(error))
        else:
            self._json(made.model_dump(exclude_defaults=True))

    def _from_here(self) -> bool:
        port = self.server.server_address[1]
        here = (f"127.0.0.1:{port}", f"localhost:{port}")
        if self.headers.get("Host", "") in here:
            return True
        self._say(HTTPStatus.FORBIDDEN, "this page is for this machine alone")
        return False

    def _page(self) -> None:
        nonce = secrets.token_urlsafe(16)
        page = (_HERE / "page.html").read_text("utf-8")
        for mark, text in (
            ("{{style}}", (_HERE / "page.css").read_text("utf-8")),
            ("{{script}}", (_HERE / "page.js").read_text("utf-8")),
            ("{{nonce}}", nonce),
            ("{{token}}", self.server.token),
        ):
            page = page.replace(mark, text)
        own = f"'nonce-{nonce}'"
        policy = (
            f"default-src 'none'; script-src {own}; style-src {own}; media-src 'self'; "
            "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        )
        self._send(page.encode(), "text/html; charset=utf-8", policy)

    def _audio(self, key: str) -> None:
        found = self.server.cases.get(key)
        clip = audio(found[0]) if found else None
        if clip is None:
            self._say(HTTPStatus.NOT_FOUND, "this row has no audio")
            return
        kind = "audio/flac" if clip.data.startswith(b"fLaC") else "audio/wav"
        self._send(clip.data, kind)

    def _json(self, value: Any) -> None:
        body = json.dumps(value, ensure_ascii=False).encode()
        self._send(body, "application/json; charset=utf-8")

    def _say(self, status: HTTPStatus, text: str) -> None:
        self._send(text.encode(), "text/plain; charset=utf-8", status=status)

    def _send(
        self, body: bytes, kind: str, policy: str = "", status: HTTPStatus = HTTPStatus.OK
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        if policy:
            self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests of the page are no news."""
