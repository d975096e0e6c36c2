from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

from builders.package.receipt import Receipt

RECEIPT = Receipt(
    repo="me/ear",
    commit="c0ffee",
    tag="v1.0.0",
    family="ear",
    rows=6,
    licences={"wdyl": ["MIT", "署名"]},
    rights_stated=False,
    files={"wdyl/test-00000-of-00001.parquet": {"bytes": 3, "sha256": "ab"}},
)


def test_a_receipt_is_json_with_every_attribute(tmp_path: Path) -> None:
    path = tmp_path / "receipts" / "ear.json"
    RECEIPT.write(path)
    text = path.read_text(encoding="utf-8")
    assert json.loads(text) == asdict(RECEIPT)
    assert "署名" in text and text.endswith("}\n")


def test_the_same_publication_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        RECEIPT.write(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_receipt_replaces_the_one_before_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    RECEIPT.write(path)
    replace(RECEIPT, tag="v1.1.0").write(path)
    assert json.loads(path.read_text())["tag"] == "v1.1.0"
    assert [p.name for p in tmp_path.iterdir()] == ["r.json"]
