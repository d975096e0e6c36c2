from __future__ import annotations

import gzip

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.sources import SourceError
from builders.sources.records import records


def rows(path):
    return [record.row for record in records(path)]


def test_json_lines_name_the_line_of_a_bad_one(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('\ufeff{"a": 1}\n\n{"a": \n[1]\n', encoding="utf-8")
    found = list(records(path))
    assert [r.row for r in found] == [{"a": 1}, {}, {}]
    assert found[1].place == "a.jsonl, line 3" and "not JSON" in (found[1].problem or "")
    assert found[2].problem == "expected an object, found list"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('{"canary": "x", "examples": [{"a": 1}]}', [{"a": 1}]),
        ('{"q1": {"a": 1}, "q2": {"a": 2}}', [{"_key": "q1", "a": 1}, {"_key": "q2", "a": 2}]),
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
    ],
)
def test_json_documents(tmp_path, text, expected):
    path = tmp_path / "a.json"
    path.write_text(text)
    assert rows(path) == expected


def test_csv_with_line_breaks_in_cells_and_a_short_row(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('q,a\n"one\ntwo",1\nalone\n', encoding="utf-8")
    good, bad = records(path)
    assert good.row == {"q": "one\ntwo", "a": "1"}
    assert bad.problem == "1 cells, the header has 2" and bad.place == "a.csv, line 4"


def test_gzip_and_parquet(tmp_path):
    with gzip.open(tmp_path / "a.jsonl.gz", "wt") as file:
        file.write('{"a": 1}\n')
    pq.write_table(pa.table({"a": list(range(100))}), tmp_path / "a.parquet")
    assert rows(tmp_path / "a.jsonl.gz") == [{"a": 1}]
    assert rows(tmp_path / "a.parquet") == [{"a": n} for n in range(100)]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.xlsx", b"", r"unknown format '\.xlsx'; known: csv, json"),
        ("a.json", b"[{", "damaged JSON"),
        ("a.json", b'"text"', "expected a list of records"),
        ("a.csv", "q\n你好".encode("gb18030"), "a.csv: line 2 is not UTF-8; convert the file"),
        ("a.parquet", b"PAR0", "damaged Parquet"),
    ],
)
def test_damaged_files(tmp_path, name, data, message):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SourceError, match=message):
        rows(tmp_path / name)
