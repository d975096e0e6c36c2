from __future__ import annotations

import json

import pytest

from builders.stage.engine import StageMetrics
from builders.stage.figures import total, write_figures


def metrics(rows, rejected, quality, **run):
    given = dict(zip(("hours", "asr_match", "error_rate", "mos"), quality, strict=True))
    return StageMetrics(
        items_in=rows + rejected,
        items_out=rows,
        rejected={"asr mismatch": rejected} if rejected else {},
        quality={**given, "rejected": {}},
        **run,
    )


FOUND = {
    "a": metrics(3, 1, (0.0125, 1.0, 0.0, 3.0), made={"tts": 4}, seconds=9.5),
    "b": metrics(1, 0, (0.0025, 0.0, 0.25, 4.0), cached={"tts": 1}),
    "c": metrics(0, 2, (0.0, None, None, None)),
}


def test_means_of_a_family_are_weighted_by_rows():
    assert total(FOUND) == {
        "rows": 4,
        "rejected": 3,
        "errors": 0,
        "hours": 0.015,
        "asr_match": 0.75,
        "error_rate": 0.0625,
        "mos": 3.25,
    }
    assert total({"c": FOUND["c"]})["mos"] is None


def test_the_table_leaves_empty_what_was_not_measured(tmp_path):
    write_figures(tmp_path / "speech", FOUND)
    assert (tmp_path / "speech.csv").read_bytes() == (
        b"subset,rows,rejected,hours,seconds,asr_match,error_rate,mos\n"
        b"a,3,1,0.0125,15.0,1.0,0.0,3.0\n"
        b"b,1,0,0.0025,9.0,0.0,0.25,4.0\n"
        b"c,0,2,0.0,,,,\n"
    )


def test_what_a_run_cost_stays_apart(tmp_path):
    write_figures(tmp_path / "speech", FOUND)
    run = json.loads((tmp_path / "speech.run.json").read_text())
    assert run["a"] == {"made": {"tts": 4}, "cached": {}, "would_call": {}, "seconds": 9.5}
    assert run["b"]["cached"] == {"tts": 1}
    files = ("speech.json", "speech.csv", "speech.total.json")
    before = [(tmp_path / name).read_bytes() for name in files]
    for found in FOUND.values():
        found.made, found.cached, found.seconds = {}, {"tts": 9}, 0.1
    write_figures(tmp_path / "speech", FOUND)
    assert [(tmp_path / name).read_bytes() for name in files] == before
    rows = json.loads((tmp_path / "speech.json").read_text())["a"]
    assert {"items_in", "items_out", "rejected", "quality"} <= set(rows)
    assert not {"made", "cached", "seconds"} & set(rows)


@pytest.mark.parametrize("name", ["speech.json", "speech.csv"])
def test_nothing_unfinished_is_left(tmp_path, name):
    write_figures(tmp_path / "speech", FOUND)
    assert (tmp_path / name).is_file()
    assert not list(tmp_path.glob(".*"))
