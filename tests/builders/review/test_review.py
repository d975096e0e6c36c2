"""A build rejects, a person decides on the page, the next build obeys."""

from __future__ import annotations

import http.client
import json
import threading
from pathlib import Path

import pytest

from builders.backends.registry import BACKENDS
from builders.errors import VivavoceError
from builders.item import Item
from builders.review.decisions import decide, decision_on
from builders.review.queue import audio, waiting
from builders.review.server import ReviewServer
from builders.stage.engine import run_subset
from builders.stage.files import read_items
from builders.stage.pool import Workers
from builders.stage.settings import BackendChoice, Settings, StepCall

HOSTILE = "<img src=x onerror=alert(1)> hello there"


def row(row_id, text, **more):
    base = {"language": "en", "source_id": row_id, "source_revision": "1", "license": "MIT"}
    return Item(id=row_id, prompt=text, **{**base, **more})


ROWS = [
    row("r-0", "hello bear"),
    row("r-1", "hello there"),
    row("r-2", HOSTILE),
    row("r-3", "2 cats", spoken="two cats"),
    row("r-4", "hello there"),
]


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Speak the rows as the speech stage does; gives the ids that came through."""
    monkeypatch.setitem(BACKENDS["asr"], "toy", "toy_speech:Ear")
    monkeypatch.setitem(BACKENDS["mos"], "toy", "toy_speech:Score")
    file, folder = tmp_path / "decisions.jsonl", tmp_path / "build" / "toy"
    log = tmp_path / "spoken.log"
    chosen = {"asr": BackendChoice("toy"), "mos": BackendChoice("toy")}
    settings = Settings(1, tmp_path / "store", chosen, tmp_path, review=file)
    chain = [
        StepCall("review", {"file": str(file)}),
        StepCall("toy_speech:speak", {"log": str(log)}),
    ]

    def _build():
        log.write_text("")
        with Workers(settings) as workers:
            run_subset(ROWS, chain, workers, folder / "speech", "one")
        return [item.id for item in read_items(folder / "speech" / "one.parquet")]

    _build.file, _build.folder, _build.log = file, folder, log
    return _build


def cases(build):
    return {case.item.id: case for case in waiting(build.folder)}


def test_what_was_rejected_waits_with_text_audio_and_what_was_heard(build):
    assert build() == ["r-0"]
    found = cases(build)
    assert list(found) == ["r-1", "r-2", "r-3", "r-4"]
    shown = found["r-3"].as_json()
    assert (shown["text"], shown["prompt"], shown["heard"]) == ("two cats", "2 cats", "hello bear")
    assert (shown["reason"], shown["field"], shown["seconds"]) == ("asr mismatch", "spoken", 0.1)
    assert audio(found["r-3"]).frames == 1600


def test_the_next_build_obeys_and_makes_no_other_row_again(build):
    build()
    found = cases(build)
    decide(build.file, found["r-1"], "retake", by="wl")
    decide(build.file, found["r-2"], "edit", by="wl", text="hello bear")
    decide(build.file, found["r-3"], "accept", by="wl", note="clear enough")
    decide(build.file, found["r-4"], "reject", by="wl", note="dull")
    assert build() == ["r-0", "r-1", "r-2", "r-3"]
    assert build.log.read_text().split() == ["r-1", "r-2", "r-3"]  # r-0 came from the store
    made = {item.id: item for item in read_items(build.folder / "speech" / "one.parquet")}
    assert made["r-1"].provenance.speech.take == 4
    assert (made["r-2"].prompt, made["r-2"].spoken) == (HOSTILE, "hello bear")
    assert made["r-3"].provenance.quality.asr_match is False
    assert made["r-3"].provenance.steps[-1].note.startswith("overruled: asr mismatch")
    assert cases(build) == {}
    line = json.loads((build.folder / "speech" / "one.rejects.jsonl").read_text())
    assert (line["reason"], line["detail"]) == ("rejected by a person", "dull")
    build()
    assert build.log.read_text() == ""


def test_another_take_that_fails_again_waits_again(build):
    build()
    decide(build.file, cases(build)["r-3"], "retake", by="wl")
    assert decision_on(build.file, cases(build)["r-3"]).take == 4
    assert "r-3" not in build()
    case = cases(build)["r-3"]
    assert decision_on(build.file, case) is None
    assert decide(build.file, case, "retake", by="wl").take == 8
    assert decision_on(build.file, case).decision == "retake"


def test_an_edit_that_is_still_misheard_can_be_decided_again(build):
    build()
    decide(build.file, cases(build)["r-2"], "edit", by="wl", text="hello bears")
    build()
    case = cases(build)["r-2"]
    assert case.text == "hello bears" and decision_on(build.file, case) is None
    decide(build.file, case, "accept", by="wl")
    assert "r-2" in build()
    made = {item.id: item for item in read_items(build.folder / "speech" / "one.parquet")}
    assert made["r-2"].spoken == "hello bears"


def test_decisions_that_make_no_sense_are_refused(build):
    build()
    found = cases(build)
    for decision, text, why in (
        ("edit", "hello there", "the old one"),
        ("edit", " ", "needs the new text"),
        ("destroy", None, "accept"),
    ):
        with pytest.raises(VivavoceError, match=why):
            decide(build.file, found["r-1"], decision, by="wl", text=text)
    assert not build.file.exists()
    (build.folder / "speech" / "one.rejects.jsonl").write_text("")
    with pytest.raises(VivavoceError, match="different runs"):
        waiting(build.folder)


@pytest.fixture
def page(build):
    build()
    server = ReviewServer({"toy": (build.folder, build.file)}, "wl")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    port = server.server_address[1]

    def ask(method, path, body=None, **headers):
        link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        link.request(method, path, body, headers)
        answer = link.getresponse()
        return answer.status, answer.headers, answer.read()

    ask.server = server
    yield ask
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_page_plays_and_takes_decisions(page, build):
    status, headers, body = page("GET", "/")
    assert status == 200 and page.server.token.encode() in body and b"<img" not in body
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    listed = {row["id"]: row for row in json.loads(page("GET", "/cases")[2])}
    assert listed["r-2"]["text"] == HOSTILE
    status, headers, body = page("GET", f"/audio/{listed['r-1']['key']}")
    assert (status, headers["Content-Type"], body[:4]) == (200, "audio/flac", b"fLaC")
    wanted = json.dumps({"key": listed["r-1"]["key"], "decision": "retake", "note": "once more"})
    status, _, body = page("POST", "/decide", wanted, **{"X-Token": page.server.token})
    assert status == 200 and json.loads(body)["take"] == 4
    listed = {row["id"]: row for row in json.loads(page("GET", "/cases")[2])}
    assert listed["r-1"]["decision"]["by"] == "wl"
    assert build.file.read_text().count("\n") == 1


def test_strangers_and_nonsense_are_turned_away(page, build):
    token = {"X-Token": page.server.token}
    key = next(iter(page.server.cases))
    good = json.dumps({"key": key, "decision": "accept"})
    assert page("GET", "/cases", Host="evil.example")[0] == 403
    assert page("POST", "/decide", good)[0] == 403
    assert page("POST", "/decide", good, **token, Host="evil.example")[0] == 403
    for bad in ("[1]", "no JSON", json.dumps({"key": "other", "decision": "accept"})):
        assert page("POST", "/decide", bad, **token)[0] == 400
    assert page("POST", "/decide", "x" * 70_000, **token)[0] == 413
    assert page("GET", "/audio/../../etc/passwd")[0] == 404
    assert not Path(build.file).exists()
