from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from builders.package import package_family
from builders.package.changelog import counts
from builders.package.diff import RowChange, diff
from builders.package.files import open_dataset
from builders.package.spec import ConfigSpec
from builders.provenance import Speech, StepRecord


def _pack(folder: Path, rows: list[Any], columns: dict[str, str] | None = None, **more: Any) -> str:
    spec = ConfigSpec(columns or {"prompt": "prompt"}, rows, **more)
    package_family("ear", {"wdyl": spec}, folder)
    return str(folder)


def _rows(item: Any) -> list[Any]:
    return [item(f"r{n}") for n in range(5)]


def _diff(old: str, new: str) -> Any:
    return diff(open_dataset(old), open_dataset(new))


def test_the_same_data(item: Any, tmp_path: Path) -> None:
    old, new = _pack(tmp_path / "a", _rows(item)), _pack(tmp_path / "b", _rows(item))
    assert _diff(old, new).level is None


def test_added_removed_and_changed_rows(item: Any, tmp_path: Path) -> None:
    rows = _rows(item)
    old = _pack(tmp_path / "a", rows)
    changed = rows[1].but(prompt="Another text.")
    spoken = item("r2", take=1)
    new = _pack(tmp_path / "b", [rows[0], changed, spoken, rows[4], item("r9")])
    found = _diff(old, new)
    assert found.level == "major"
    split = found.splits[0]
    assert (split.added, split.removed) == (("r9",), ("r3",))
    assert split.changed == (
        RowChange("r1", ("prompt",)),
        RowChange("r2", ("audio", "provenance"), ("speech",)),
    )
    assert counts(found) == {"added": 1, "removed": 1, "changed": 2}


def test_a_step_that_changed_is_named(item: Any, tmp_path: Path) -> None:
    rows = _rows(item)
    old = _pack(tmp_path / "a", rows)
    history = rows[0].provenance
    steps = (
        history.steps[0].model_copy(update={"version": 2}),
        StepRecord(step="translate", version=1, model="m@1"),
    )
    speech = Speech(engine="noise", revision="2", voice="v1")
    rows[0] = rows[0].but(provenance=history.but(steps=steps, speech=speech))
    found = _diff(old, _pack(tmp_path / "b", rows))
    assert found.level == "patch"
    assert found.splits[0].changed[0].steps == ("normalise", "translate", "speech")


def test_order_alone_is_no_change(item: Any, tmp_path: Path) -> None:
    rows = _rows(item)
    old, new = _pack(tmp_path / "a", rows), _pack(tmp_path / "b", rows[::-1])
    assert _diff(old, new).level is None


@pytest.mark.parametrize(
    ("change", "level"),
    [
        ({"columns": {"prompt": "prompt", "more": "language"}}, "minor"),
        ({"columns": {"question": "prompt"}}, "major"),
        ({"columns": {"prompt": "prompt"}, "split": "train"}, "major"),
        ({"columns": {"prompt": "prompt"}, "types": {"prompt": "json"}}, "minor"),
    ],
)
def test_columns_and_splits(item: Any, tmp_path: Path, change: Any, level: str) -> None:
    old = _pack(tmp_path / "a", _rows(item))
    assert _diff(old, _pack(tmp_path / "b", _rows(item), **change)).level == level


def test_a_column_of_another_type_is_major(item: Any, tmp_path: Path) -> None:
    columns = {"key": "fields.key"}
    old = _pack(tmp_path / "a", [item("a", fields={"key": 1})], columns)
    new = _pack(tmp_path / "b", [item("a", fields={"key": "1"})], columns)
    found = _diff(old, new)
    assert (found.level, found.columns_retyped) == ("major", ("wdyl.key",))


def test_datasets_that_others_made(item: Any, tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    for name, take in (("a", 0), ("b", 1)):
        (tmp_path / name / "cfg").mkdir(parents=True)
        audio = [
            {"bytes": item("x", take=take).clip.data, "path": None},
            {"bytes": item("y").clip.data, "path": None},
        ]
        table = pa.table({"Qid": ["x", "y"], "audio": audio})
        pq.write_table(table, tmp_path / name / "cfg" / "test-00000-of-00001.parquet")
    found = _diff(str(tmp_path / "a"), str(tmp_path / "b"))
    assert found.splits[0].changed == (RowChange("x", ("audio",)),)
    same = _diff(str(tmp_path / "a"), str(tmp_path / "a"))
    assert same.level is None


def test_the_command(item: Any, tmp_path: Path) -> None:
    import typer

    from builders.cli.diff import diff as command

    rows = _rows(item)
    old, new = _pack(tmp_path / "a", rows), _pack(tmp_path / "b", rows[1:])
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, [old, new, "--exit-code"])
    assert result.exit_code == 1
    assert "1 rows removed: `r0`" in result.output
    result = CliRunner().invoke(app, [old, old, "--exit-code"])
    assert (result.exit_code, result.output) == (0, "The data are the same.\n")
    result = CliRunner().invoke(app, [old, new, "--json"])
    assert '"level": "major"' in result.output
