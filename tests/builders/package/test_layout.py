from __future__ import annotations

from pathlib import Path

import pytest

from builders.errors import VivavoceError
from builders.package.layout import check_config, parse_shard, safe_name, shards, split_name


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("test", "test"),
        ("en_AU_Wavenet_A_1.0_0.0_0.0", "en_AU_Wavenet_A_1.0_0.0_0.0"),
        ("white_noise_snr_-5", "white_noise_snr_m5"),
        ("-20", "m20"),
        ("en-US-A", "en_US_A"),
        ("a/../b", "a_._b"),
        ("中文", "中文"),
        ("all", "all_"),  # `datasets` reads it as every split
    ],
)
def test_split_name(value: str, name: str) -> None:
    assert split_name(value) == name


def test_a_split_needs_a_name() -> None:
    with pytest.raises(VivavoceError, match="cannot name a split"):
        split_name("//")


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a..b", "README.md", "assets", ".hidden"])
def test_config_names_that_a_folder_cannot_carry(name: str) -> None:
    with pytest.raises(VivavoceError, match="cannot name a config"):
        check_config(name)


def test_safe_names_differ_and_stay_inside_the_folder() -> None:
    ids = ["a/b", "a_b", "a.b", "..", "../../etc/passwd", "a%2Fb", "\u00e9", "e\u0301", "x" * 5000]
    ids += ["x" * 5001, "\n", " ", "سلام", "🎤", "a\x00b", "A", "a"]
    names = [safe_name(row_id) for row_id in ids]
    assert len(set(names)) == len(ids)
    for name in names:
        assert name
        assert len(name) <= 120
        assert set(name) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-%")
    assert safe_name("alpaca-12") == "alpaca-12"
    assert safe_name("a/b") == "a%2Fb"


def test_shards_of_a_split(tmp_path: Path) -> None:
    for name in ("test-00000-of-00002", "test-00001-of-00002", "test-x-00000-of-00001"):
        (tmp_path / f"{name}.parquet").touch()
    assert [p.name[:10] for p in shards(tmp_path, "test")] == ["test-00000", "test-00001"]
    (tmp_path / "test-00001-of-00002.parquet").unlink()
    with pytest.raises(VivavoceError, match=r"lacks shard \[1\] of 2"):
        shards(tmp_path, "test")
    (tmp_path / "test-00000-of-00001.parquet").touch()
    with pytest.raises(VivavoceError, match="2 different writes"):
        shards(tmp_path, "test")


def test_parse_shard() -> None:
    assert parse_shard("a-b-00003-of-00010.parquet") == ("a-b", 3, 10)
    assert parse_shard("README.md") is None
