from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from builders.errors import VivavoceError
from builders.package import describe_family, package_family, read_manifest
from builders.package.spec import About, ConfigSpec


def _spec(item: Any, count: int = 3, **changes: Any) -> ConfigSpec:
    return ConfigSpec({"prompt": "prompt"}, [item(f"r{n}", **changes) for n in range(count)])


def _tree(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }


def test_what_is_in_the_folder(item: Any, tmp_path: Path) -> None:
    info = package_family("ear", {"wdyl": _spec(item)}, tmp_path / "ear")
    assert sorted(_tree(tmp_path / "ear")) == [
        "README.md",
        "assets/error_rate.png",
        "assets/mos.png",
        "assets/seconds.png",
        "croissant.json",
        "vivavoce.json",
        "wdyl/test-00000-of-00001.parquet",
    ]
    assert read_manifest(tmp_path / "ear") == info
    assert os.listdir(tmp_path) == ["ear"]  # noqa: PTH208


def test_the_same_input_gives_the_same_folder(item: Any, tmp_path: Path) -> None:
    for name in ("a", "b"):
        package_family("ear", {"wdyl": _spec(item)}, tmp_path / name)
    assert _tree(tmp_path / "a") == _tree(tmp_path / "b")


def test_a_failed_build_leaves_the_one_before(item: Any, tmp_path: Path) -> None:
    out = tmp_path / "ear"
    package_family("ear", {"wdyl": _spec(item)}, out)
    before = _tree(out)
    broken = ConfigSpec({"prompt": "prompt"}, [item("x").but(audio=None)])
    with pytest.raises(VivavoceError, match="row 'x'"):
        package_family("ear", {"wdyl": _spec(item, 4), "slue": broken}, out)
    with pytest.raises(VivavoceError, match="no rows to publish"):
        package_family("ear", {"wdyl": _spec(item, 0)}, out)
    with pytest.raises(VivavoceError, match="no config"):
        package_family("ear", {}, out)
    assert _tree(out) == before
    assert os.listdir(tmp_path) == ["ear"]  # noqa: PTH208


def test_a_folder_of_something_else_is_not_replaced(item: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(VivavoceError, match="holds no packaged dataset"):
        package_family("ear", {"wdyl": _spec(item)}, tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_config_that_is_gone_leaves_no_files(item: Any, tmp_path: Path) -> None:
    out = tmp_path / "ear"
    package_family("ear", {"wdyl": _spec(item), "slue": _spec(item)}, out)
    package_family("ear", {"wdyl": _spec(item)}, out)
    assert not (out / "slue").exists()


def test_describing_again_leaves_the_data(item: Any, tmp_path: Path) -> None:
    out = tmp_path / "ear"
    info = package_family("ear", {"wdyl": _spec(item)}, out)
    before = _tree(out)
    about = About(limits=("Short texts only.",))
    describe_family(info, about, {"wdyl": _spec(item)}, out)
    after = _tree(out)
    assert [name for name in after if after[name] != before[name]] == ["README.md"]
    assert "- Short texts only." in after["README.md"].decode()


def test_damaged_and_foreign_manifests(item: Any, tmp_path: Path) -> None:
    with pytest.raises(VivavoceError, match="package it first"):
        read_manifest(tmp_path)
    (tmp_path / "vivavoce.json").write_text("{")
    with pytest.raises(VivavoceError, match="is damaged"):
        read_manifest(tmp_path)
    (tmp_path / "vivavoce.json").write_text('{"format": 99}')
    with pytest.raises(VivavoceError, match="expected format 1, found 99"):
        read_manifest(tmp_path)
    (tmp_path / "vivavoce.json").write_text('{"format": 1, "family": "x", "configs": {"a": {}}}')
    with pytest.raises(VivavoceError, match="is damaged"):
        read_manifest(tmp_path)
