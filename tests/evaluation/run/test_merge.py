from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Response
from evaluation.run.folder import Key, RunFolder
from evaluation.run.merge import merge

MANIFEST = {
    "format": 1,
    "model": {"name": "m"},
    "settings": {"seed": 0},
    "machine": {"cpus": 2},
    "versions": {"numpy": "2.0"},
    "timing": {},
    "shard": [1, 1],
}


def part(folder, responses, plan=(), revisions=None, started="2026-01-02", **changes):
    run = RunFolder(folder)
    with run.locked():
        run.add_to_plan([Key("c", "test", i) for i in plan or [r.id for r in responses]])
        for response in responses:
            run.append("c", "test", response)
        dataset = {"family": "ear", "where": "d", "revisions": revisions or {"c/test": "r1"}}
        run.write_manifest({**MANIFEST, "dataset": dataset, "started": started, **changes})
    return folder


def speech(folder, name):
    path = folder / "audio" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(name.encode())


def test_an_answer_wins_over_an_error_and_the_first_over_the_next(tmp_path):
    a = part(tmp_path / "a", [Response("1", text="a1"), Response("2", error="timeout")])
    b = part(tmp_path / "b", [Response("1", text="b1"), Response("2", text="b2")])
    c = part(tmp_path / "c", [Response("2", error="late"), Response("3", error="x")], plan="1234")
    assert merge([a, b, c], tmp_path / "out") == (4, 3)
    found = {key.id: r for key, r in RunFolder(tmp_path / "out").responses().items()}
    assert found == {
        "1": Response("1", text="a1"), "2": Response("2", text="b2"),
        "3": Response("3", error="x"),
    }  # fmt: skip


def test_speech_comes_along_and_a_lost_one_is_named(tmp_path):
    a = part(tmp_path / "a", [Response("1", audio="audio/1.flac")])
    speech(a, "1.flac")
    merge([a], tmp_path / "out")
    assert (tmp_path / "out" / "audio" / "1.flac").read_bytes() == b"1.flac"
    assert len(list((tmp_path / "out" / "audio").iterdir())) == 1
    (a / "audio" / "1.flac").unlink()
    with pytest.raises(VivavoceError) as caught:
        merge([a], tmp_path / "again")
    assert str(caught.value) == (
        f"{a}/audio/1.flac is missing; copy the audio of that part as well"
    )
    assert not RunFolder(tmp_path / "again").has_manifest()


def test_the_manifest_is_that_of_all(tmp_path):
    a = part(tmp_path / "a", [Response("1", text="x", seconds=1.0)], started="2026-01-02")
    b = part(
        tmp_path / "b",
        [Response("2", text="x", seconds=3.0)],
        revisions={"d/test": "r2"},
        started="2026-01-01",
    )
    merge([a, b], tmp_path / "out")
    found = RunFolder(tmp_path / "out").manifest()
    assert found["dataset"]["revisions"] == {"c/test": "r1", "d/test": "r2"}
    assert found["started"] == "2026-01-01"
    assert found["machines"] == [
        {"run": run, "cpus": 2, "versions": {"numpy": "2.0"}} for run in ("a", "b")
    ]
    assert (found["shard"], found["timing"]) == ([1, 1], {"single": {"rows": 2, "seconds": 2.0}})


def test_later_parts_are_held_against_one_another(tmp_path):
    parts = [
        part(tmp_path / name, [Response(name, text="x")], revisions=revisions)
        for name, revisions in (("a", None), ("b", {"d/test": "r1"}), ("c", {"d/test": "r2"}))
    ]
    with pytest.raises(VivavoceError, match=r"c holds a run .*\(rows of d/test have changed\)"):
        merge(parts, tmp_path / "out")


def test_what_cannot_be_merged(tmp_path):
    a = part(tmp_path / "a", [Response("1", text="x")])
    b = part(tmp_path / "b", [Response("1", text="x")], model={"name": "n"})
    with pytest.raises(VivavoceError, match=r"^merge: name at least one run$"):
        merge([], tmp_path / "out")
    with pytest.raises(VivavoceError, match="a holds a run already; give a new folder"):
        merge([b], a)
    with pytest.raises(VivavoceError, match="model name: 'm' before, 'n' now"):
        merge([a, b], tmp_path / "out")
    with pytest.raises(VivavoceError, match="nowhere holds no run"):
        merge([tmp_path / "nowhere"], tmp_path / "out")


def test_a_shard_that_is_not_named_is_missed(tmp_path):
    parts = [
        part(tmp_path / name, [Response(name, text="x")], shard=shard)
        for name, shard in (("a", [1, 3]), ("b", [3, 3]))
    ]
    with pytest.raises(VivavoceError, match=r"^merge: shard 2/3 is not among the runs"):
        merge(parts, tmp_path / "out")
    assert not (tmp_path / "out").exists()
