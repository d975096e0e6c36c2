from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from builders.errors import VivavoceError
from builders.package.manifest import ConfigInfo, FamilyInfo, from_json, read_manifest
from builders.package.sink import FileInfo
from builders.package.spec import SplitInfo


def _split(config: str, name: str, *sizes: int) -> SplitInfo:
    files = tuple(
        FileInfo(f"{config}/{name}-{n}.parquet", size, 2, f"{n:064}")
        for n, size in enumerate(sizes)
    )
    return SplitInfo(config, name, 2 * len(sizes), files, {"rows": 2 * len(sizes)})


@pytest.fixture
def info() -> FamilyInfo:
    columns = {"sound": "audio", "q": "prompt"}
    features = {"q": {"dtype": "string", "_type": "Value"}}
    return FamilyInfo(
        "ear",
        (
            ConfigInfo(
                "wdyl", "id", "q", columns, features,
                (_split("wdyl", "test", 10, 20), _split("wdyl", "train", 5)), "MIT",
            ),
            ConfigInfo("other", "id", None, columns, features, (_split("other", "test", 1),)),
        ),
    )  # fmt: skip


def test_totals_are_those_of_the_parts(info: FamilyInfo) -> None:
    assert (info.rows, [c.rows for c in info.configs]) == (8, [6, 2])
    assert [c.bytes for c in info.configs] == [35, 1]
    assert [f.bytes for f in info.files] == [10, 20, 5, 1]
    assert info.config("wdyl").audio_column == "sound"


def test_a_written_manifest_is_read_as_it_was(info: FamilyInfo, tmp_path: Path) -> None:
    info.write(tmp_path)
    again = read_manifest(tmp_path)
    assert again == info
    assert again.config("other").license is None
    assert json.loads((tmp_path / "vivavoce.json").read_text()) == info.as_json()


def test_an_unknown_config_names_the_closest(info: FamilyInfo) -> None:
    with pytest.raises(VivavoceError) as caught:
        info.config("wdy")
    assert str(caught.value) == "ear: unknown config 'wdy'; did you mean 'wdyl'?"


@pytest.mark.parametrize(("value", "found"), [({"format": 2}, "2"), ({}, "None"), ([], "None")])
def test_another_format_is_refused(value: Any, found: str) -> None:
    with pytest.raises(VivavoceError) as caught:
        from_json(value, "x.json")
    assert str(caught.value) == (
        f"x.json: expected format 1, found {found}; it was written by another version of vivavoce"
    )


@pytest.mark.parametrize(
    "damage",
    [
        lambda value: value.pop("family"),
        lambda value: value.update(configs=[]),
        lambda value: value["configs"]["wdyl"].pop("license"),
        lambda value: value["configs"]["wdyl"]["splits"].update(test=None),
        lambda value: value["configs"]["wdyl"]["splits"]["test"]["files"][0].pop("sha256"),
    ],
)
def test_a_manifest_that_lacks_something_is_damaged(info: FamilyInfo, damage: Any) -> None:
    value = json.loads(json.dumps(info.as_json()))
    damage(value)
    with pytest.raises(VivavoceError, match=r"^x\.json is damaged: .*; package the dataset again$"):
        from_json(value, "x.json")


def test_a_folder_without_a_manifest_or_with_a_torn_one(tmp_path: Path) -> None:
    with pytest.raises(VivavoceError) as caught:
        read_manifest(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path} holds no packaged dataset (vivavoce.json is missing): package it first"
    )
    (tmp_path / "vivavoce.json").write_text('{"format": 1, ')
    with pytest.raises(VivavoceError, match=r"vivavoce\.json is damaged: .*package the dataset"):
        read_manifest(tmp_path)
