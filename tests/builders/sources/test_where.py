from __future__ import annotations

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from builders import sources
from builders.errors import VivavoceError
from builders.sources import SourceError, about, resolve
from builders.sources.pin import newest
from builders.sources.sums import sha256

TEXT = b"goal,target\nx,y\n"
SUM = hashlib.sha256(TEXT).hexdigest()


@pytest.fixture
def web(tmp_path, monkeypatch):
    """A web server with one file and one gated repository; counts its requests."""
    monkeypatch.setenv("VIVAVOCE_CACHE", str(tmp_path / "cache"))
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            if "gated" in self.path:
                self.send_response(403)
                self.send_header("X-Error-Code", "GatedRepo")
                self.end_headers()
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(TEXT)))
            self.end_headers()
            self.wfile.write(TEXT)

        do_HEAD = do_GET  # noqa: N815

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", asked
    server.shutdown()
    server.server_close()


@pytest.fixture
def hub_cache(tmp_path, monkeypatch):
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)

    def at(endpoint: str) -> None:
        monkeypatch.setattr(constants, "ENDPOINT", endpoint)
        monkeypatch.setattr(
            constants,
            "HUGGINGFACE_CO_URL_TEMPLATE",
            endpoint + "/{repo_id}/resolve/{revision}/{filename}",
        )

    return at


def test_relative_paths_start_at_the_recipe(tmp_path):
    (tmp_path / "recipes").mkdir()
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/a.jsonl").write_text("{}")
    place = resolve({"path": "../texts/a.jsonl"}, tmp_path / "recipes")
    assert place.root == (tmp_path / "texts/a.jsonl").resolve() and place.revision is None
    place = resolve({"path": "texts", "file": "a.jsonl", "revision": "v2"}, tmp_path)
    assert place.files("*.csv") == [place.root] and place.revision == "v2"


def test_files_come_in_order_and_the_first_pattern_with_a_match_counts(tmp_path):
    for name in ("b.csv", "a.csv", "c.json"):
        (tmp_path / name).write_text("x")
    place = resolve(tmp_path)
    assert [p.name for p in place.files("*.tsv", "*.csv", "*.json")] == ["a.csv", "b.csv"]
    with pytest.raises(SourceError, match=r"no file matches \*\.tsv; found a.csv, b.csv, c.json"):
        place.files("*.tsv")


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"pth": "x"}, "unknown key 'pth'; did you mean 'path'"),
        ({"path": "x", "url": "y"}, "exactly one of path, github, hub, url; got path, url"),
        ({}, "exactly one of path, github, hub, url; got nothing"),
        ({"path": "nowhere"}, "is not at"),
        ({"url": "file:///etc/hosts", "sha256": SUM}, "only http and https"),
    ],
)
def test_mistakes_are_named(where, message, tmp_path, monkeypatch):
    monkeypatch.setenv("VIVAVOCE_CACHE", str(tmp_path))
    with pytest.raises(VivavoceError, match=message):
        resolve(where, tmp_path)


def test_what_to_do_by_hand_is_said():
    with pytest.raises(SourceError, match="Fill in the licence form"):
        resolve(None, source=about("esd"))
    with pytest.raises(SourceError, match="Download a release for your language"):
        resolve({"path": "/nowhere/cv"}, source=about("common_voice"))


def test_a_url_is_fetched_once_and_checked(web):
    address, asked = web
    where = {"url": f"{address}/harmful_behaviors.csv", "sha256": SUM}
    place = resolve(where)
    assert place.root.read_bytes() == TEXT and place.root.name == "harmful_behaviors.csv"
    assert place.revision == f"sha256:{SUM}" and sha256(place.root) == SUM
    resolve(where)
    assert len(asked) == 1
    place.root.write_bytes(b"torn")  # a damaged copy is fetched again
    assert resolve(where).root.read_bytes() == TEXT and len(asked) == 2


def test_a_changed_file_is_refused_and_not_kept(web):
    address, _ = web
    with pytest.raises(SourceError, match=f"its sum is {SUM}, the source says {'0' * 64}"):
        resolve({"url": f"{address}/a.csv", "sha256": "0" * 64})
    with pytest.raises(SourceError, match=f"must state what it expects: sha256: {SUM}"):
        resolve({"url": f"{address}/a.csv"})


def test_no_network_is_said_with_a_remedy(tmp_path, monkeypatch):
    monkeypatch.setenv("VIVAVOCE_CACHE", str(tmp_path))
    where = {"url": "http://127.0.0.1:9/a.csv", "sha256": SUM}
    with pytest.raises(SourceError, match=r"cannot be fetched .*name it in the recipe"):
        resolve(where)
    assert not list((tmp_path / "sources").glob("*.part"))


@pytest.fixture
def hub(hub_cache, root):
    import sys

    # Helpers are plain modules: the tests are imported by path and form no package.
    sys.path.insert(0, str(root / "tests" / "helpers"))
    from hub_server import HubServer
    from hub_state import Entry, Repo

    with HubServer() as server:
        repo = server.repos["org/set"] = Repo()
        tree = {
            "a.jsonl": Entry(b'{"id": "1", "prompt": "Hi?"}\n', False),
            "data/b.csv": Entry(TEXT, False),
        }
        server.first = repo.commit("main", tree, "first")
        hub_cache(server.endpoint)
        yield server


def test_a_branch_of_the_hub_is_resolved_to_its_commit(hub, caplog):
    place = resolve({"hub": "org/set", "file": "a.jsonl"})
    assert place.root.read_text().startswith('{"id"') and place.revision == hub.first
    assert f"'main' is now {hub.first}, which the rows record" in caplog.text
    caplog.clear()
    assert resolve({"hub": "org/set", "file": "a.jsonl", "revision": hub.first}) == place
    assert caplog.text == ""


def test_wildcards_bring_a_folder(hub):
    place = resolve({"hub": "org/set", "file": "data/*.csv", "revision": hub.first})
    assert [p.name for p in place.files("data/*.csv")] == ["b.csv"]
    assert place.revision == hub.first


def test_sums_are_checked_on_the_hub_too(hub):
    where = {"hub": "org/set", "revision": hub.first, "files": {"data/b.csv": SUM}}
    place = resolve(where)
    assert place.root.read_bytes() == TEXT and place.revision == hub.first
    both = {**where, "files": {"data/b.csv": SUM, "a.jsonl": "0" * 64}}
    with pytest.raises(SourceError, match=f"the sum of a.jsonl is .*, the source says {'0' * 64}"):
        resolve(both)


def test_a_home_brings_only_what_the_options_ask_for(hub):
    entry = hub.repos["org/set"].commits[hub.first]["a.jsonl"]
    tree = {f"{part}/test-0.parquet": entry for part in ("bbh", "ifeval")}
    hub.repos["hlt-lab/voicebench"] = type(hub.repos["org/set"])()
    commit = hub.repos["hlt-lab/voicebench"].commit("main", tree, "first")
    with pytest.raises(SourceError, match="damaged Parquet"):
        list(sources.read("voicebench", config="bbh"))
    assert hub.count("GET", "bbh/test-0.parquet") and not hub.count("GET", "ifeval/test-0")
    with pytest.raises(VivavoceError, match="source 'voicebench' needs the option 'config'"):
        sources.read("voicebench")
    # The commit that stands for the branch can be asked for, and then keeps the home.
    assert newest(["voicebench", "wildvoice"]) == {
        "voicebench": {"revision": commit},
        "wildvoice": {"revision": commit},
    }
    with pytest.raises(SourceError, match="damaged Parquet"):
        list(sources.read("voicebench", {"revision": commit}, config="ifeval"))
    assert hub.count("HEAD", f"{commit}/ifeval/test-0.parquet")


def test_what_cannot_be_pinned_says_why(hub):
    with pytest.raises(SourceError, match="gsm8k: nothing to pin: pinned 3101c7d5, sums checked"):
        newest(["gsm8k"])
    with pytest.raises(SourceError, match=r"asapp/slue-phase-2/commits and write it in params"):
        newest(["slue_sqa5"])


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"hub": "org/none", "file": "a.jsonl"}, "org/none: a.jsonl not found"),
        ({"hub": "org/set", "file": "z.jsonl"}, "org/set: z.jsonl not found"),
        ({"hub": "org/set", "file": "a.jsonl", "revision": "v9"}, "no revision 'v9'"),
    ],
)
def test_what_the_hub_lacks_is_named(hub, where, message):
    with pytest.raises(SourceError, match=message):
        resolve(where)


def test_an_answer_of_the_hub_that_is_no_file_is_told(hub):
    hub.fail("HEAD", "a.jsonl", 401, times=9)
    with pytest.raises(SourceError, match=r"org/set: a.jsonl not found|the Hub answers 401"):
        resolve({"hub": "org/set", "file": "a.jsonl", "revision": hub.first})


def test_a_gated_repository_says_what_to_accept(web, hub_cache):
    hub_cache(web[0])
    with pytest.raises(SourceError, match="accept them, then run 'hf auth login'"):
        resolve({"hub": "org/gated", "file": "a.jsonl"})


@pytest.mark.parametrize("name", ["mmlu_pro", "voicebench"])
def test_the_hub_out_of_reach(hub_cache, monkeypatch, name):
    from huggingface_hub import constants

    # The client's own offline switch: without it, it tries for more than 20 seconds first.
    hub_cache("http://127.0.0.1:9")
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(SourceError, match=f"{about(name).title} is not in the cache"):
        sources.read(name, **({"config": "bbh"} if name == "voicebench" else {}))
