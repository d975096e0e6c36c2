from __future__ import annotations

from pathlib import Path
from typing import Any

from builders.package import package_family
from builders.package.changelog import counts, entry, prepend
from builders.package.diff import Diff, RowChange, SplitDiff, diff
from builders.package.files import open_dataset
from builders.package.spec import ConfigSpec


def test_a_version_after_the_first(item: Any, tmp_path: Path) -> None:
    rows = [item(f"r{n}") for n in range(5)]
    old, new = tmp_path / "a", tmp_path / "b"
    for folder, packed in (
        (old, rows),
        (new, [rows[0].but(prompt="x"), *rows[1:], item("a|b`c")]),
    ):
        package_family("ear", {"wdyl": ConfigSpec({"prompt": "prompt"}, packed)}, folder)
    found = diff(open_dataset(old), open_dataset(new))
    text = prepend(prepend("", entry("v1.0.0", None, 5)), entry("v1.1.0", found, 6))
    assert text.splitlines() == [
        "# Changes",
        "",
        "## v1.1.0",
        "",
        f"Since {old}; 6 rows.",
        "",
        "- `wdyl/test`: 1 rows added: ``a|b`c``",
        "- `wdyl/test`: 1 rows changed in `prompt`: `r0`",
        "",
        "## v1.0.0",
        "",
        "First version: 5 rows.",
    ]


def test_a_version_whose_rows_are_the_same() -> None:
    text = entry("v1.0.1", Diff("org/set@v1.0.0", "here"), 6)
    assert text.splitlines()[2:] == [
        "Since v1.0.0; 6 rows.",
        "",
        "No row differs; the files were written anew.",
    ]


CHANGES = Diff(
    "org/set@v1.0.0",
    "here",
    splits=(
        SplitDiff(
            "a",
            "test",
            removed=tuple(f"r{n}" for n in range(23)),
            changed=(
                RowChange("x", ("prompt", "audio"), ("speech",)),
                RowChange("y", ("prompt", "audio"), ("speech",)),
                RowChange("z" * 99, ("audio",)),
            ),
        ),
    ),
    splits_added={"b/test": 1200},
    splits_removed={"c/test": 7},
    columns_added=("a.new",),
    columns_removed=("a.old",),
    columns_retyped=("a.key",),
)


def test_every_kind_of_change_has_its_line() -> None:
    lines = entry("v2.0.0", CHANGES, 12345).splitlines()
    assert lines[:3] == ["## v2.0.0", "", "Since v1.0.0; 12,345 rows."]
    assert lines[4:9] == [
        "- split `b/test` added, 1,200 rows",
        "- split `c/test` removed, 7 rows",
        "- column `a.new` added",
        "- column `a.old` removed",
        "- column `a.key` has another type",
    ]
    assert lines[9].startswith("- `a/test`: 23 rows removed: `r0`, `r1`, ")
    assert lines[9].endswith("`r19` and 3 more")
    assert lines[10] == "- `a/test`: 2 rows changed in `prompt`, `audio` by `speech`: `x`, `y`"
    assert lines[11] == f"- `a/test`: 1 rows changed in `audio`: `{'z' * 80}`"
    assert len(lines) == 12


def test_rows_of_whole_splits_count_too() -> None:
    assert counts(CHANGES) == {"added": 1200, "removed": 30, "changed": 3}
    assert counts(Diff("a", "b")) == {"added": 0, "removed": 0, "changed": 0}


def test_a_new_version_stands_above_what_was_written_by_hand() -> None:
    assert prepend("", "## v1\n") == "# Changes\n\n## v1\n"
    assert prepend("# Changes\n\n## v1\n", "## v2\n") == "# Changes\n\n## v2\n\n## v1\n"
    assert prepend("A note.\n", "## v1\n") == "# Changes\n\n## v1\n\nA note.\n"
