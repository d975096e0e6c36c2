from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from builders.errors import VivavoceError
from builders.package import writer
from builders.package.spec import ConfigSpec
from builders.package.writer import write_config, write_split

PROMPT = {"prompt": "prompt"}


def _rows(item: Any, count: int, **changes: Any) -> list[Any]:
    return [item(f"row-{n:03d}", seconds=0.02, **changes) for n in range(count)]


def _tables(folder: Path, files: Any) -> list[dict[str, Any]]:
    return [row for file in files for row in pq.read_table(folder / file.path).to_pylist()]


def test_row_groups_schema_and_sums(item: Any, tmp_path: Path) -> None:
    rows = _rows(item, 205)
    info = write_split(rows, tmp_path, "alpacaeval", "test", PROMPT)
    assert [f.path for f in info.files] == ["alpacaeval/test-00000-of-00001.parquet"]
    path = tmp_path / info.files[0].path
    assert hashlib.sha256(path.read_bytes()).hexdigest() == info.files[0].sha256
    assert path.stat().st_size == info.files[0].bytes
    found = pq.ParquetFile(path)
    groups = [found.metadata.row_group(n).num_rows for n in range(found.num_row_groups)]
    assert groups == [100, 100, 5]
    assert info.rows == found.metadata.num_rows == 205
    meta = json.loads(found.schema_arrow.metadata[b"huggingface"])
    assert meta["info"]["features"]["audio"] == {"sampling_rate": 16000, "_type": "Audio"}
    audio = found.metadata.row_group(0).column(0)
    assert (audio.path_in_schema, audio.compression) == ("audio.bytes", "UNCOMPRESSED")
    assert audio.has_offset_index
    prompt = found.metadata.row_group(0).column(2)
    assert (prompt.path_in_schema, prompt.has_column_index) == ("prompt", True)
    table = _tables(tmp_path, info.files)
    assert [row["id"] for row in table] == [row.id for row in rows]
    assert table[7]["audio"] == {"bytes": rows[7].clip.data, "path": "row-007.flac"}
    assert table[7]["provenance"]["steps"][0]["params"] == '{"style": "words"}'
    assert table[7]["provenance"]["seconds"] == 0.02
    assert info.facts["error_rate"]["total"] == 205 * 0.125


def test_the_same_rows_give_the_same_bytes(item: Any, tmp_path: Path) -> None:
    first = write_split(_rows(item, 30), tmp_path / "a", "c", "test", PROMPT)
    second = write_split(_rows(item, 30), tmp_path / "b", "c", "test", PROMPT)
    assert first == second
    path = first.files[0].path
    assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes()


def test_shards_stay_below_the_limit(item: Any, tmp_path: Path) -> None:
    rows = [item(f"row-{n:03d}", seconds=0.2) for n in range(250)]
    info = write_split(rows, tmp_path, "c", "test", PROMPT, shard_bytes=500_000)
    count = len(info.files)
    names = [f"c/test-{n:05d}-of-{count:05d}.parquet" for n in range(count)]
    assert [f.path for f in info.files] == names
    assert max(f.bytes for f in info.files) <= 500_000
    assert sum(f.rows for f in info.files) == 250
    assert [row["id"] for row in _tables(tmp_path, info.files)] == [row.id for row in rows]


def test_an_earlier_write_with_more_shards_leaves_nothing(item: Any, tmp_path: Path) -> None:
    write_split(_rows(item, 250), tmp_path, "c", "test", PROMPT, shard_bytes=100_000)
    write_split(_rows(item, 3), tmp_path, "c", "test", PROMPT)
    assert [p.name for p in (tmp_path / "c").iterdir()] == ["test-00000-of-00001.parquet"]


def test_splits_named_by_a_field(item: Any, tmp_path: Path) -> None:
    rows = [
        item(f"{n}-{a}", seconds=0.02, fields={"accent": a})
        for n in range(3)
        for a in ("usa", "ind_n")
    ]
    infos, _ = write_config("sd-qa", ConfigSpec(PROMPT, rows, "fields.accent"), tmp_path)
    assert [(i.split, i.rows) for i in infos] == [("usa", 3), ("ind_n", 3)]
    table = _tables(tmp_path, infos[1].files)
    assert [row["id"] for row in table] == ["0-ind_n", "1-ind_n", "2-ind_n"]


def test_a_split_template_and_its_collisions(item: Any, tmp_path: Path) -> None:
    rows = [item(str(n), fields={"c": "noise", "l": f"snr_{n}"}) for n in (-5, 0)]
    infos, _ = write_config("robust", ConfigSpec(PROMPT, rows, "{fields.c}_{fields.l}"), tmp_path)
    assert [i.split for i in infos] == ["noise_snr_m5", "noise_snr_0"]
    rows = [item(str(n), fields={"l": level}) for n, level in enumerate(("a b", "a/b"))]
    with pytest.raises(VivavoceError, match=r"'a b' and 'a/b' would both be split 'a_b'"):
        write_config("robust", ConfigSpec(PROMPT, rows, "fields.l"), tmp_path / "x")


def test_memory_bounds_the_open_groups(
    item: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [item(f"{n}-{s}", fields={"s": s}) for n in range(20) for s in ("one", "two", "three")]
    size = len(rows[0].clip.data)
    monkeypatch.setattr(writer, "MEMORY", 15 * size)
    infos, _ = write_config("c", ConfigSpec(PROMPT, rows, "fields.s"), tmp_path)
    assert [i.rows for i in infos] == [20, 20, 20]
    for info in infos:
        found = pq.ParquetFile(tmp_path / info.files[0].path)
        assert found.num_row_groups > 1
        ids = [row["id"] for row in found.read().to_pylist()]
        assert ids == [f"{n}-{info.split}" for n in range(20)]


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda item: [], "no rows to publish"),
        (lambda item: [item("a"), item("a")], "'a' occurs twice"),
        (lambda item: [item("a"), item("b").but(audio=None)], "row 'b' has no audio"),
        (lambda item: [item("a"), item("b", prompt="\ud800")], "row 'b', column prompt"),
    ],
)
def test_a_broken_split_leaves_nothing(
    item: Any, tmp_path: Path, broken: Any, message: str
) -> None:
    with pytest.raises(VivavoceError, match=message):
        write_split(broken(item), tmp_path, "c", "test", PROMPT)
    assert not list(tmp_path.rglob("*.parquet"))
    assert not list(tmp_path.rglob(".*"))


def test_a_broken_write_keeps_the_one_before(item: Any, tmp_path: Path) -> None:
    info = write_split(_rows(item, 3), tmp_path, "c", "test", PROMPT)
    before = (tmp_path / info.files[0].path).read_bytes()
    rows = [*_rows(item, 150), item("bad").but(audio=None)]
    with pytest.raises(VivavoceError, match="bad"):
        write_split(rows, tmp_path, "c", "test", PROMPT)
    assert [p.name for p in (tmp_path / "c").iterdir()] == ["test-00000-of-00001.parquet"]
    assert (tmp_path / info.files[0].path).read_bytes() == before


def test_a_generator_is_walked_once(item: Any, tmp_path: Path) -> None:
    stream = (row for row in _rows(item, 3))
    assert write_split(stream, tmp_path, "c", "test", PROMPT).rows == 3
    stream = (row for row in _rows(item, 3, fields={"key": 1}))
    with pytest.raises(VivavoceError, match="declare all types"):
        write_split(stream, tmp_path, "d", "test", {"key": "fields.key"})
    rows = _rows(item, 3, fields={"key": 1})
    types = {"key": "int64"}
    stream = (row for row in rows)
    assert write_split(stream, tmp_path, "d", "test", {"key": "fields.key"}, types=types).rows == 3
    assert write_split(lambda: iter(rows), tmp_path, "e", "test", {"key": "fields.key"}).rows == 3


def test_a_value_that_does_not_fit_names_row_and_column(item: Any, tmp_path: Path) -> None:
    rows = [item("a", fields={"key": 1}), item("b", fields={"key": 1.5})]
    with pytest.raises(VivavoceError, match=r"config c, row 'b', column key: expected a whole"):
        write_split(rows, tmp_path, "c", "test", {"key": "fields.key"}, types={"key": "int64"})


def test_a_number_beyond_its_type_names_row_and_column(item: Any, tmp_path: Path) -> None:
    rows = [item("a", fields={"key": 1}), item("b", fields={"key": 2**70})]
    with pytest.raises(VivavoceError, match=r"config c, row 'b', column key: .* too large"):
        write_split(rows, tmp_path, "c", "test", {"key": "fields.key"})


def test_order_of_memory_is_not_order_of_rows(item: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    rows = [item(f"r{n}", seconds=float(rng.uniform(0.01, 0.05))) for n in range(120)]
    info = write_split(rows, tmp_path, "c", "test", PROMPT)
    assert [row["id"] for row in _tables(tmp_path, info.files)] == [row.id for row in rows]
