from __future__ import annotations

import io
import json
import logging
from pathlib import Path
from typing import Any

import pytest
import soundfile as sf

from builders.item import Word
from builders.package import package_family
from builders.package.spec import About, ConfigSpec

mlc = pytest.importorskip("mlcroissant")

FAMILIES = {
    "voicebench": ("sd-qa", {"prompt": "prompt", "reference": "reference"}),
    "vocalbench_zh": (
        "robust",
        {"Qid": "id", "audio": "audio", "Set": "=Robust", "Question": "prompt"},
    ),
    "ear": ("wdyl", {"question": "prompt", "words": "words", "options": "fields.options"}),
}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_validates_and_gives_its_audio(
    family: str, item: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config, columns = FAMILIES[family]
    words = (Word(text="Say", start=0.0, end=0.1),)
    rows = [
        item(f"r{n}", reference="x", words=words, fields={"options": ["a", "b"]}) for n in range(3)
    ]
    about = About(summary="Spoken questions.", home="https://example.org/code")
    package_family(family, {config: ConfigSpec(columns, rows)}, tmp_path / "d", about=about)
    with caplog.at_level(logging.WARNING):
        dataset = mlc.Dataset(str(tmp_path / "d" / "croissant.json"))
    assert not dataset.metadata.issues.errors
    assert not dataset.metadata.issues.warnings
    assert "not standard" not in caplog.text
    found = list(dataset.records(f"{config}/test"))
    assert len(found) == 3
    samples, rate = sf.read(io.BytesIO(found[1][f"{config}/test/audio"]))
    assert (samples.shape, rate) == ((4_000,), 16_000)
    text = next(name for name, path in columns.items() if path == "prompt")
    assert found[1][f"{config}/test/{text}"] == b"Say r1."


def test_a_split_of_several_shards(item: Any, tmp_path: Path) -> None:
    rows = [item(f"r{n:03d}", seconds=0.02) for n in range(150)]
    spec = ConfigSpec({"prompt": "prompt"}, rows)
    package_family("ear", {"wdyl": spec}, tmp_path / "d", shard_bytes=50_000)
    described = json.loads((tmp_path / "d" / "croissant.json").read_text())
    kinds = [each["@type"] for each in described["distribution"]]
    assert kinds == ["cr:FileObject"] * (len(kinds) - 1) + ["cr:FileSet"]
    assert len(kinds) > 2
    found = list(mlc.Dataset(str(tmp_path / "d" / "croissant.json")).records("wdyl/test"))
    assert [row["wdyl/test/id"].decode() for row in found] == [row.id for row in rows]


def test_licences_are_spdx_addresses_where_there_is_one(item: Any, tmp_path: Path) -> None:
    rows = [item("a", license="CC BY-NC 4.0"), item("b", license="MIT"), item("c", license="own")]
    package_family("ear", {"wdyl": ConfigSpec({"prompt": "prompt"}, rows)}, tmp_path / "d")
    described = json.loads((tmp_path / "d" / "croissant.json").read_text())
    assert described["license"] == [
        "https://spdx.org/licenses/CC-BY-NC-4.0",
        "https://spdx.org/licenses/MIT",
        "own",
    ]


def test_structures_and_lists_of_them_are_read(item: Any, tmp_path: Path) -> None:
    spans = [{"start": 0.5, "end": 1.0, "text": "one"}, {"start": 2.0, "end": 2.5, "text": "two"}]
    rows = [
        item("a", fields={"spans": [], "place": None}),
        item("b", fields={"spans": spans, "place": {"from": "human", "turn": 2}}),
    ]
    columns = {"question": "prompt", "mask_spans": "fields.spans", "place": "fields.place"}
    package_family("ear", {"wdyl": ConfigSpec(columns, rows)}, tmp_path / "d")
    dataset = mlc.Dataset(str(tmp_path / "d" / "croissant.json"))
    assert not dataset.metadata.issues.errors
    empty, full = dataset.records("wdyl/test")
    name = "wdyl/test/mask_spans"
    assert empty[name] == []
    assert full[name] == [
        {f"{name}/start": 0.5, f"{name}/end": 1.0, f"{name}/text": b"one"},
        {f"{name}/start": 2.0, f"{name}/end": 2.5, f"{name}/text": b"two"},
    ]
    assert full["wdyl/test/place"] == {
        "wdyl/test/place/from": b"human",
        "wdyl/test/place/turn": 2,
    }
