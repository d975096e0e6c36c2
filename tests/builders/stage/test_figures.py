from __future__ import annotations

import json

import pytest

from builders.stage.engine import StageMetrics
from builders.stage.figures import spoken_figures, total, write_figures


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


def spoken(kept, lost, rejected=0):
    names = ("asr_match", "heard", "error_rate", "mos", "scored")
    quality = dict(zip(names, kept, strict=True))
    quality["rejected"] = dict(zip(names, lost, strict=True))
    return spoken_figures({"quality": quality, "rejected": {"some": rejected}})


def test_spoken_figures_count_every_row_that_was_heard():
    found = spoken((1.0, 3, 0.0, 3.0, 3), (0.0, 1, 0.4, 4.0, 1), rejected=2)
    assert (found.match, found.heard, found.rejected) == (0.75, 4, 2)
    assert found.error_rate == pytest.approx(0.1)
    assert found.mos == 3.25
    assert (found.match_text, found.error_text, found.mos_text) == ("75.0% of 4", "0.100", "3.25")


def test_spoken_figures_are_absent_where_no_check_ran():
    found = spoken((None, 0, None, None, 0), (None, 0, None, None, 0), rejected=1)
    assert (found.match, found.error_rate, found.mos) == (None, None, None)
    assert (found.match_text, found.error_text, found.mos_text) == ("-", "-", "-")


@pytest.mark.parametrize("name", ["speech.json", "speech.csv"])
def test_nothing_unfinished_is_left(tmp_path, name):
    write_figures(tmp_path / "speech", FOUND)
    assert (tmp_path / name).is_file()
    assert not list(tmp_path.glob(".*"))
