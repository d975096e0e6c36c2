from __future__ import annotations

import json

import pytest

from builders.errors import VivavoceError
from builders.item import Item
from builders.stage.engine import run_subset
from builders.stage.files import read_items
from builders.stage.pool import Workers
from builders.stage.settings import Settings, StepCall
from builders.step import Rejected


def items(count):
    return [
        Item(
            id=f"row-{n}",
            prompt=f"text {n}",
            language="en",
            source_id=f"row-{n}",
            source_revision="1",
            license="MIT",
        )
        for n in range(count)
    ]


@pytest.fixture
def run(tmp_path):
    def _run(rows, *steps, name="out", store="store", dry=False, workers=1, **options):
        chain = [StepCall(f"toy_steps:{s}") if isinstance(s, str) else s for s in steps]
        settings = Settings(1, tmp_path / store, {}, tmp_path, dry)
        with Workers(settings, workers) as pool:
            return run_subset(rows, chain, pool, tmp_path / name, "set", **options)

    return _run


def rejects(tmp_path, name="out"):
    lines = (tmp_path / name / "set.rejects.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def test_rows_keep_their_order_and_rejects_their_reason(run, tmp_path):
    metrics = run(items(6), "odd_only", "twice")
    found = [i.id for i in read_items(tmp_path / "out" / "set.parquet")]
    assert found == ["row-1-a", "row-1-b", "row-3-a", "row-3-b", "row-5-a", "row-5-b"]
    assert (metrics.items_in, metrics.items_out) == (6, 6)
    assert metrics.rejected == {"even number": 3}
    entry = rejects(tmp_path)[0]
    assert (entry["id"], entry["step"], entry["reason"]) == (
        "row-0",
        "toy_steps:odd_only",
        "even number",
    )
    assert entry["item"]["prompt"] == "text 0"


def test_rows_that_a_step_passes_over_are_counted(run, tmp_path):
    metrics = run(items(6), StepCall("every_nth", {"n": 3}), "twice")
    assert metrics.items_out + sum(metrics.not_selected.values()) * 2 == metrics.items_in * 2
    assert metrics.not_selected == {"every_nth": 4}
    assert metrics.rejected == {} and rejects(tmp_path) == []


def test_a_second_run_makes_nothing_and_gives_the_same_bytes(run, tmp_path):
    first = run(items(5), "tone")
    bytes_first = (tmp_path / "out" / "set.parquet").read_bytes()
    second = run(items(5), "tone")
    assert first.made == {"step-toy_tone": 5}
    assert (second.made, second.cached) == ({}, {"step-toy_tone": 5})
    assert (tmp_path / "out" / "set.parquet").read_bytes() == bytes_first


def test_changing_one_row_makes_one_row(run):
    rows = items(5)
    run(rows, "tone")
    rows[2] = rows[2].but(prompt="another text")
    assert run(rows, "tone").made == {"step-toy_tone": 1}


def test_a_parameter_or_seed_is_part_of_the_key(run, tmp_path):
    run(items(2), "tone")
    longer = StepCall("toy_steps:tone", {"seconds": 0.02})
    assert run(items(2), longer).made == {"step-toy_tone": 2}


def test_workers_and_fresh_stores_do_not_change_the_bytes(run, tmp_path):
    for name, workers in (("one", 1), ("two", 2)):
        run(items(7), "odd_only", "twice", "tone", name=name, store=name, workers=workers)
    files = [(tmp_path / name / "set.parquet").read_bytes() for name in ("one", "two")]
    assert files[0] == files[1]


def test_limit_counts_rows_read(run):
    assert run(items(9), "twice", limit=2).items_out == 4


def test_sources_may_reject(run, tmp_path):
    rows = [items(1)[0], Rejected("no prompt", "file.jsonl, row 2")]
    assert run(rows, "twice").rejected == {"no prompt": 1}
    assert rejects(tmp_path)[0]["detail"] == "file.jsonl, row 2"


def test_an_outage_is_counted_and_not_stored(run, tmp_path):
    failing = StepCall("toy_steps:outage", {"fail": ["row-1"]})
    metrics = run(items(3), failing)
    assert (metrics.errors, metrics.items_out) == (1, 2)
    assert run(items(3), StepCall("toy_steps:outage", {"fail": []})).items_out == 3


def test_two_rows_with_one_id_are_an_error_and_leave_no_file(run, tmp_path):
    with pytest.raises(VivavoceError, match="two rows have the id 'always'"):
        run(items(2), "same_id")
    assert not (tmp_path / "out" / "set.parquet").exists()


def test_a_broken_step_names_step_row_and_line(run):
    with pytest.raises(
        VivavoceError,
        match=r"step 'toy_steps:bug' failed on row 'row-0'.*division.*toy_steps.py, line",
    ):
        run(items(1), "bug")


@pytest.mark.parametrize("step", ["gives_nothing", "gives_text"])
def test_what_is_no_row_is_told_with_step_and_row(run, tmp_path, step):
    with pytest.raises(VivavoceError, match=f"'toy_steps:{step}' failed on row 'row-0'.*returns"):
        run(items(1), step)


def test_a_dry_run_counts_missing_calls_and_writes_nothing(run, tmp_path):
    run(items(2), "call", name="wet")
    metrics = run(items(5), "call", dry=True)
    assert metrics.would_call == {"toy": 3}
    assert metrics.items_out == 2
    assert not (tmp_path / "out").exists()


def test_a_dry_run_names_the_engines_of_missing_costly_steps(run):
    run(items(2), "tone", name="wet")
    metrics = run(items(5), "tone", "twice", dry=True)
    assert (metrics.would_call, metrics.would_ask) == ({"step-toy_tone": 3}, {})
    assert (metrics.cached, metrics.items_out) == ({"step-toy_tone": 2}, 4)


def test_a_worker_that_dies_is_told_and_finished_rows_are_kept(run):
    with pytest.raises(VivavoceError, match=r"workers died .* memory .* lower --workers") as caught:
        run(items(6), "tone", "killed", workers=2)
    assert "finished rows are kept" in str(caught.value)
    again = run(items(6), "tone", StepCall("toy_steps:killed", {"on": "nobody"}))
    assert again.cached["step-toy_tone"] >= 1
    assert again.items_out == 6


def test_a_store_that_cannot_be_written_is_told_with_its_variable(run, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(VivavoceError, match=r"item store .*file/store.*VIVAVOCE_STORE"):
        run(items(1), "tone", store="file/store")


def test_unknown_names_are_refused_with_the_closest():
    with pytest.raises(VivavoceError, match="recipe: unknown step 'speek'; did you mean 'speak'"):
        StepCall("speek", {}, "recipe").check()
    with pytest.raises(VivavoceError, match="'toy_steps:tones' cannot be imported"):
        StepCall("toy_steps:tones", {}, "recipe").check()
    with pytest.raises(VivavoceError, match="'second'; did you mean 'seconds'"):
        StepCall("toy_steps:tone", {"second": 1}).check()
