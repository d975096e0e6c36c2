from __future__ import annotations

import dataclasses

import pytest

from builders.package.sink import FileInfo
from builders.package.spec import About, ConfigSpec, Source, SplitInfo


def test_the_size_of_a_split_is_that_of_its_shards() -> None:
    files = (FileInfo("a/t-0.parquet", 100, 2, "0"), FileInfo("a/t-1.parquet", 23, 1, "1"))
    assert SplitInfo("a", "test", 3, files, {}).bytes == 123
    assert SplitInfo("a", "test", 0, (), {}).bytes == 0


def test_a_config_needs_columns_and_rows_alone() -> None:
    spec = ConfigSpec({"prompt": "prompt"}, [])
    assert (spec.split, spec.types, spec.description) == ("test", {}, "")
    assert (spec.sources, spec.license) == ((), None)
    with pytest.raises(TypeError, match="items"):
        ConfigSpec({"prompt": "prompt"})  # type: ignore[call-arg]


def test_specifications_cannot_be_changed_and_share_nothing() -> None:
    for value in (Source("n", "MIT"), About(), ConfigSpec({}, [])):
        with pytest.raises(dataclasses.FrozenInstanceError):
            value.name = "x"  # type: ignore[misc]
    assert About().settings is not About().settings
