"""The routes of the test Hub."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from hub_state import TIME, Entry, Repo, card_errors

if TYPE_CHECKING:
    from hub_server import HubServer

LARGE = (".parquet", ".png", ".wav", ".flac", ".tar")


class Routes:
    """What each address answers; mixed into the handler of a request."""

    hub: HubServer
    query: dict[str, list[str]]
    headers: Any

    def _send(self, status: int, value: Any = None, headers: Any = None) -> None:
        raise TypeError("the handler answers")

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
ROUTES: list[tuple[tuple[str, ...], str, Any]] = [
    (("GET",), "/api/whoami-v2", Routes.whoami),
    (("POST",), "/api/validate-yaml", Routes.validate),
    (("POST",), "/api/repos/create", Routes.create),
    (("GET",), _API, Routes.info),
    (("GET",), rf"{_API}/revision/(?P<revision>.+)", Routes.info),
    (("GET",), rf"{_API}/refs", Routes.refs),
    (("POST",), rf"{_API}/tag/(?P<revision>.+)", Routes.tag),
    (("GET",), rf"{_API}/commits/(?P<revision>.+)", Routes.commits),
    (("POST",), rf"{_API}/preupload/(?P<revision>.+)", Routes.preupload),
    (("POST",), rf"{_API}/commit/(?P<revision>.+)", Routes.commit),
    (("GET",), rf"{_API}/tree/(?P<revision>[^/]+)(?P<folder>/.*)?", Routes.tree),
    (("POST",), rf"{_API}/paths-info/(?P<revision>.+)", Routes.paths_info),
    (("POST",), rf"/datasets/{_REPO}\.git/info/lfs/objects/batch", Routes.batch),
    (("PUT",), r"/large/(?P<oid>[0-9a-f]{64})", Routes.upload),
    (
        ("GET", "HEAD"),
        rf"/datasets/{_REPO}/resolve/(?P<revision>[^/]+)/(?P<path>.+)",
        Routes.resolve,
    ),
]
