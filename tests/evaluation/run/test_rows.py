from __future__ import annotations

from dataclasses import dataclass

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example, Judgement, Response
from evaluation.data.source import Place
from evaluation.run.folder import Key, RunFolder
from evaluation.run.rows import load_rows


@dataclass
class Dataset:
    """Rows held in memory."""

    ids: tuple[str, ...] = ("1", "2", "3")
    state: str = "r1"
    name: str = "memory"
    family: str = "ear"

    def places(self):
        return (Place("c", "test"),)

    def revision(self, place):
        return self.state

    def read(self, place, *, audio=True):
        for id in self.ids:
            sound = b"fLaC" if audio else None
            yield Example(id, "ear", *place, f"question {id}", "en", audio=sound)


@pytest.fixture
def run(tmp_path):
    folder = RunFolder(tmp_path / "x")
    with folder.locked():
        folder.add_to_plan([Key("c", "test", id) for id in ("1", "3", "1#1")])
        folder.append("c", "test", Response("3", text="three"))
        folder.append("c", "test", Response("1#1", text="again"))
        folder.write_manifest(
            {
                "dataset": {
                    "where": "memory",
                    "family": "ear",
                    "samples": 2,
                    "revisions": {"c/test": "r1"},
                }
            }
        )
    return folder


def test_planned_rows_come_in_the_order_of_the_dataset(run):
    said = Judgement("3", "correct", "j", category="yes")
    rows = load_rows(run, Dataset(), {Key("c", "test", "3"): {"correct": said}})
    assert [r.example.id for r in rows] == ["1", "1#1", "3"]
    assert [r.response and r.response.text for r in rows] == [None, "again", "three"]
    assert [dict(r.judgements) for r in rows] == [{}, {}, {"correct": said}]


def test_a_further_sample_belongs_to_its_source(run):
    rows = load_rows(run.path, Dataset())
    assert [r.example.source_id for r in rows] == ["", "1", ""]
    assert rows[1].example.prompt == "question 1"


def test_audio_is_read_on_request(run):
    assert {r.example.audio for r in load_rows(run, Dataset())} == {None}
    assert {r.example.audio for r in load_rows(str(run.path), Dataset(), audio=True)} == {b"fLaC"}


def test_a_dataset_that_lacks_planned_rows(run):
    with pytest.raises(VivavoceError) as caught:
        load_rows(run, Dataset(ids=("1", "2")))
    assert str(caught.value) == f"memory lacks 1 rows of {run.path}, such as c/test/3"


def test_a_dataset_that_has_changed(run):
    with pytest.raises(VivavoceError) as caught:
        load_rows(run, Dataset(state="r2"))
    assert str(caught.value) == (
        f"memory: c/test has changed since {run.path} was run; run the model again on the present "
        "rows, into another folder"
    )


def test_a_dataset_that_has_moved_is_told_with_the_place_to_say_so(run):
    with pytest.raises(VivavoceError, match=r"memory: no such folder.* 'where' in .*manifest.json"):
        load_rows(run)
