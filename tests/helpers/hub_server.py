"""A Hub on loopback, for the real ``huggingface_hub`` and ``datasets`` clients to talk to.

Repositories live in memory. The server counts what it receives, and can be told to answer with an
error or to cut the connection in the middle of an upload.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from hub_state import Entry, Repo, card_errors

TIME = "2026-01-01T00:00:00.000Z"
LARGE = (".parquet", ".png", ".wav", ".flac", ".tar")


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


class _Handler(BaseHTTPRequestHandler):
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

    # Each route: find the repository and revision, answer.

    def _repo(self, repo: str) -> Repo | None:
        found = self.hub.repos.get(repo)
        if found is None:
            self._missing("RepoNotFound")
        return found

    def _tree(self, repo: str, revision: str) -> tuple[str, dict[str, Entry]] | None:
        found = self._repo(repo)
        if found is None:
            return None
        sha = found.resolve(revision)
        if sha is None:
            self._missing("RevisionNotFound")
            return None
        return sha, found.commits[sha]

    def whoami(self, body: bytes) -> None:
        self._send(200, {"type": "user", "name": "tester", "orgs": [], "auth": {}})

    def validate(self, body: bytes) -> None:
        errors = [{"message": text} for text in card_errors(json.loads(body)["content"])]
        self._send(400 if errors else 200, {"errors": errors, "warnings": []})

    def create(self, body: bytes) -> None:
        asked = json.loads(body)
        name = f"{asked.get('organization') or 'tester'}/{asked['name']}"
        url = f"{self.hub.endpoint}/datasets/{name}"
        if asked.get("type") != "dataset":
            self._send(400, {"error": "only datasets live here"})
        elif name in self.hub.repos:
            self._send(409, {"error": "exists", "url": url})
        else:
            self.hub.repos[name] = repo = Repo()
            repo.commit("main", {".gitattributes": Entry(b"", False)}, "initial commit")
            self._send(200, {"url": url, "id": name})

    def info(self, body: bytes, repo: str, revision: str = "main") -> None:
        if found := self._tree(repo, revision):
            sha, tree = found
            author = repo.split("/", maxsplit=1)[0]
            names = [{"rfilename": path} for path in sorted(tree)]
            self._send(
                200,
                {"_id": "1", "id": repo, "author": author, "sha": sha, "siblings": names}
                | {"private": False, "disabled": False, "gated": False, "tags": []}
                | {"downloads": 0, "likes": 0, "lastModified": TIME, "createdAt": TIME},
            )

    def refs(self, body: bytes, repo: str) -> None:
        if found := self._repo(repo):
            shown = {
                "branches": [
                    {"name": n, "ref": f"refs/heads/{n}", "targetCommit": sha}
                    for n, sha in found.branches.items()
                ],
                "tags": [
                    {"name": n, "ref": f"refs/tags/{n}", "targetCommit": sha}
                    for n, sha in found.tags.items()
                ],
                "converts": [],
            }
            self._send(200, shown)

    def tag(self, body: bytes, repo: str, revision: str) -> None:
        if found := self._tree(repo, revision):
            name, tags = json.loads(body)["tag"], self.hub.repos[repo].tags
            if name in tags:
                self._send(409, {"error": "tag exists"})
            else:
                tags[name] = found[0]
                self._send(200, {})

    def commits(self, body: bytes, repo: str, revision: str) -> None:
        if found := self._repo(repo):
            listed = [
                {"id": sha, "title": title, "message": "", "date": TIME, "authors": []}
                for sha, title in reversed(found.titles)
            ]
            self._send(200, listed)

    def preupload(self, body: bytes, repo: str, revision: str) -> None:
        if found := self._tree(repo, revision):
            files = [
                {
                    "path": asked["path"],
                    "uploadMode": "lfs" if asked["path"].endswith(LARGE) else "regular",
                    "shouldIgnore": False,
                    "oid": found[1][asked["path"]].oid if asked["path"] in found[1] else None,
                }
                for asked in json.loads(body)["files"]
            ]
            self._send(200, {"files": files})

    def batch(self, body: bytes, repo: str) -> None:
        objects = []
        for asked in json.loads(body)["objects"]:
            shown = {"oid": asked["oid"], "size": asked["size"]}
            if asked["oid"] not in self.hub.large:
                href = f"{self.hub.endpoint}/large/{asked['oid']}"
                shown["actions"] = {"upload": {"href": href, "header": {}}}
            objects.append(shown)
        self._send(200, {"transfer": "basic", "objects": objects})

    def upload(self, body: bytes, oid: str) -> None:
        if hashlib.sha256(body).hexdigest() != oid:
            self._send(400, {"error": "the content is not what was announced"})
            return
        self.hub.large[oid] = body
        self.hub.received.append(oid)
        self._send(200, {})

    def commit(self, body: bytes, repo: str, revision: str) -> None:
        found = self._tree(repo, revision)
        if found is None:
            return
        sha, tree, title = found[0], dict(found[1]), ""
        for line in body.decode().splitlines():
            order = json.loads(line)
            key, value = order["key"], order["value"]
            if key == "header":
                title = value["summary"]
                if value.get("parentCommit") not in (None, sha):
                    self._send(412, {"error": "a commit has happened since"})
                    return
            elif key == "file":
                tree[value["path"]] = Entry(base64.b64decode(value["content"]), False)
            elif key == "lfsFile":
                tree[value["path"]] = Entry(self.hub.large[value["oid"]], True)
            elif key == "deletedFile":
                del tree[value["path"]]
            else:
                self._send(400, {"error": f"unknown order {key}"})
                return
        made = self.hub.repos[repo].commit(revision, tree, title)
        url = f"{self.hub.endpoint}/datasets/{repo}/commit/{made}"
        self._send(200, {"success": True, "commitOid": made, "commitUrl": url, "hookOutput": ""})

    def tree(self, body: bytes, repo: str, revision: str, folder: str | None = None) -> None:
        found = self._tree(repo, revision)
        if found is None:
            return
        prefix = f"{folder.strip('/')}/" if folder else ""
        deep = self.query.get("recursive", ["false"])[0].lower() in ("true", "1")
        inside = {p: e for p, e in found[1].items() if p.startswith(prefix)}
        if prefix and not inside:
            self._missing("EntryNotFound")
            return
        folders = {
            prefix + "/".join(parts[:depth])
            for path in inside
            for parts in [path[len(prefix) :].split("/")]
            for depth in range(1, len(parts) if deep else min(len(parts), 2))
        }
        listed = [{"type": "directory", "path": p, "oid": "0" * 40, "size": 0} for p in folders]
        listed += [
            entry.listing(path)
            for path, entry in inside.items()
            if deep or "/" not in path[len(prefix) :]
        ]
        self._send(200, sorted(listed, key=lambda each: each["path"]))

    def paths_info(self, body: bytes, repo: str, revision: str) -> None:
        found = self._tree(repo, revision)
        if found is None:
            return
        is_json = self.headers.get("Content-Type", "").startswith("application/json")
        asked = json.loads(body) if is_json else parse_qs(body.decode())
        listed: list[dict[str, Any]] = []
        for path in asked["paths"]:
            if path in found[1]:
                listed.append(found[1][path].listing(path))
            elif any(each.startswith(f"{path.rstrip('/')}/") for each in found[1]):
                listed.append({"type": "directory", "path": path, "oid": "0" * 40, "size": 0})
        self._send(200, listed)

    def resolve(self, body: bytes, repo: str, revision: str, path: str) -> None:
        found = self._tree(repo, revision)
        if found is None:
            return
        sha, tree = found
        if path not in tree:
            self._missing("EntryNotFound")
            return
        entry = tree[path]
        headers = {"X-Repo-Commit": sha, "Accept-Ranges": "bytes"}
        headers["ETag"] = f'"{entry.sha256 if entry.large else entry.oid}"'
        headers["Content-Type"] = "application/octet-stream"
        if entry.large:
            headers["X-Linked-Etag"] = headers["ETag"]
            headers["X-Linked-Size"] = str(len(entry.data))
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if asked:
            first = int(asked[1])
            last = min(int(asked[2] or len(entry.data) - 1), len(entry.data) - 1)
            headers["Content-Range"] = f"bytes {first}-{last}/{len(entry.data)}"
            self._send(206, entry.data[first : last + 1], headers)
        else:
            self._send(200, entry.data, headers)


_REPO = r"(?P<repo>[^/]+/[^/]+)"
_API = rf"/api/datasets/{_REPO}"
ROUTES: list[tuple[tuple[str, ...], str, Callable[..., None]]] = [
    (("GET",), "/api/whoami-v2", _Handler.whoami),
    (("POST",), "/api/validate-yaml", _Handler.validate),
    (("POST",), "/api/repos/create", _Handler.create),
    (("GET",), _API, _Handler.info),
    (("GET",), rf"{_API}/revision/(?P<revision>.+)", _Handler.info),
    (("GET",), rf"{_API}/refs", _Handler.refs),
    (("POST",), rf"{_API}/tag/(?P<revision>.+)", _Handler.tag),
    (("GET",), rf"{_API}/commits/(?P<revision>.+)", _Handler.commits),
    (("POST",), rf"{_API}/preupload/(?P<revision>.+)", _Handler.preupload),
    (("POST",), rf"{_API}/commit/(?P<revision>.+)", _Handler.commit),
    (("GET",), rf"{_API}/tree/(?P<revision>[^/]+)(?P<folder>/.*)?", _Handler.tree),
    (("POST",), rf"{_API}/paths-info/(?P<revision>.+)", _Handler.paths_info),
    (("POST",), rf"/datasets/{_REPO}\.git/info/lfs/objects/batch", _Handler.batch),
    (("PUT",), r"/large/(?P<oid>[0-9a-f]{64})", _Handler.upload),
    (
        ("GET", "HEAD"),
        rf"/datasets/{_REPO}/resolve/(?P<revision>[^/]+)/(?P<path>.+)",
        _Handler.resolve,
    ),
]
