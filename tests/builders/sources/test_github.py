"""Files of a repository at a commit, from a server on loopback."""

from __future__ import annotations

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from builders.sources import SOURCES, SourceError, about, github, read, resolve
from builders.sources.source import Source
from builders.sources.sums import git_blob, revision_of, sha256

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FILES = {"data/a.csv": b"goal,target\nx,y\n", "data/more/b.csv": b"goal,target\nz,y\n"}
SUMS = {path: hashlib.sha256(data).hexdigest() for path, data in FILES.items()}


@pytest.fixture
def raw(tmp_path, monkeypatch):
    """A server of raw files; gives the list of what it was asked for, and what it answers."""
    monkeypatch.setenv("VIVAVOCE_CACHE", str(tmp_path / "cache"))
    asked: list[str] = []
    answers = {f"/org/set/{COMMIT}/{path}": data for path, data in FILES.items()}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            data = answers.get(self.path)
            self.send_response(200 if data is not None else 404)
            self.send_header("Content-Length", str(len(data or b"")))
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(github, "RAW", f"http://127.0.0.1:{server.server_address[1]}")
    yield asked, answers
    server.shutdown()
    server.server_close()


def at(files, revision=COMMIT):
    return {"github": "org/set", "revision": revision, "files": files}


def test_files_are_fetched_once_and_read_at_their_commit(raw):
    asked, _ = raw
    place = resolve(at(SUMS))
    assert place.revision == COMMIT and place.root.name == "data"
    assert [p.name for p in place.files("**/*.csv")] == ["a.csv", "b.csv"]
    one = {"data/a.csv": SUMS["data/a.csv"]}
    rows = list(read("advbench", at(one)))
    assert [row.prompt for row in rows] == ["x"] and rows[0].source_revision == COMMIT
    assert len(asked) == 2
    resolve(at(one)).root.write_bytes(b"torn")  # a damaged copy is fetched again
    assert resolve(at(one)).root.read_bytes() == FILES["data/a.csv"] and len(asked) == 3


def test_the_id_that_git_gives_a_file_is_a_sum(raw):
    content = b"blob 16\0" + FILES["data/a.csv"]
    wanted = hashlib.sha1(content, usedforsecurity=False).hexdigest()
    assert git_blob(resolve(at({"data/a.csv": wanted})).root) == wanted


def test_git_ids_are_those_of_git(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"")
    assert git_blob(path) == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    path.write_bytes(b"hello\n")
    assert git_blob(path) == "ce013625030ba8dba906f756967f9e9ca394464a"


@pytest.mark.parametrize(
    ("files", "revision", "message"),
    [
        (SUMS, "main", "must be a commit of 40 digits, not 'main'"),
        ({}, COMMIT, "name the files with their sums"),
        (["data/a.csv"], COMMIT, "name the files with their sums"),
        ({"../a.csv": "0" * 64}, COMMIT, "leads out of the repository"),
        ({"data/a.csv": "0" * 64}, COMMIT, f"its sum is {SUMS['data/a.csv']}, the source says 000"),
        ({"data/z.csv": "0" * 64}, COMMIT, r"z.csv cannot be fetched \(Not Found\)"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_kept(raw, tmp_path, files, revision, message):
    with pytest.raises(SourceError, match=message):
        resolve(at(files, revision))
    assert [p for p in (tmp_path / "cache").rglob("*") if p.is_file()] == []


def test_a_local_copy_is_known_by_its_sum(tmp_path):
    facts = Source("x", "X", "en", "MIT", "", home=at(SUMS))
    path = tmp_path / "a.csv"
    path.write_bytes(FILES["data/a.csv"])
    assert revision_of(path, facts) == COMMIT
    path.write_bytes(FILES["data/a.csv"] + b"\n")
    assert revision_of(path, facts) is None
    other = tmp_path / "other.csv"
    other.write_bytes(FILES["data/a.csv"])
    assert revision_of(other, facts) is None


def test_a_revision_alone_keeps_the_home(raw):
    facts = Source("x", "X", "en", "MIT", "", home=at(SUMS))
    with pytest.raises(SourceError, match=r"fedc/data/a.csv cannot be fetched"):
        resolve({"revision": f"{'0' * 36}fedc"}, source=facts)


def test_every_pinned_source_names_sums_or_says_that_it_has_none():
    kinds = {name: about(name).revision for name in SOURCES}
    pinned = {name for name, kind in kinds.items() if kind.startswith("pinned")}
    assert len(pinned) == 27
    assert {n for n in pinned if "sums" not in kinds[n]} == {"trivia_qa", "web_questions"}
    assert {n for n, kind in kinds.items() if kind == "resolved at fetch (main)"} == {
        "commoneval",
        "open_audio_bench",
        "slue_sqa5",
        "storal",
        "voicebench",
        "wildvoice",
    }
    for name in pinned:
        for path, total in (about(name).home.get("files") or {}).items():
            assert len(total) in (40, 64) and int(total, 16) and not path.startswith("/")


@pytest.mark.parametrize("name", ["llama_questions", "vocalbench_zh"])
def test_recordings_that_are_not_fetched_are_asked_for(raw, name):
    options = {"set": "safety"} if name == "vocalbench_zh" else {}
    with pytest.raises(SourceError, match="recordings elsewhere"):
        read(name, audio=True, **options)
    assert raw[0] == []


def test_sha256(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    assert sha256(tmp_path / "a").startswith("ba7816bf8f01cfea414140de5dae2223")
