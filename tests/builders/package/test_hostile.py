"""Rows that try to break out: of Markdown, HTML, YAML, paths, tar and JSON."""

from __future__ import annotations

import io
import json
import re
import tarfile
from pathlib import Path
from typing import Any

import pytest
import soundfile as sf
import yaml
from hub_state import card_errors

import builders
from builders.package import package_family
from builders.package.export import export
from builders.package.files import open_dataset
from builders.package.publish import publish
from builders.package.spec import About, ConfigSpec, Source
from builders.package.verify import verify

TEXTS = [
    "# Heading\n\n* list\n\n| a | b |\n|---|---|",
    "<script>alert('x')</script><img src=x onerror=y>",
    "pipe | pipe || \\| `code` ``` fence",
    "\"double\" 'single' “curly” \\back\\slash",
    "line\nbreak\r\nand\ttab\x0bvertical",
    "🎤🤖👩‍👩‍👧 e\u0301 𝄞",
    "\u202eright to left\u202c مرحبا שלום",
    "long " * 2_000,
    "---\nlicense: mit\n---\n",
    "{{ template }} {% raw %} ${HOME} $(rm -rf) %s {0}",
    "nul \x00 and bell \x07",
]
IDS = [
    "../../etc/passwd",
    "..",
    "a/b/c",
    ".hidden",
    "a\\b",
    "x\ny",
    "|`<b>",
    "🎤",
    "\u202eabc",
    "i" * 3_000,
    "CON.flac.json",
]


def _family(item: Any, folder: Path) -> Path:
    rows = [
        item(row_id, prompt=text, reference=text, fields={"kind": text, "n": n}, license="MIT")
        for n, (row_id, text) in enumerate(zip(IDS, TEXTS, strict=True))
    ]
    columns = {"prompt": "prompt", "reference": "reference", "kind": "fields.kind"}
    spec = ConfigSpec(
        columns,
        rows,
        description=TEXTS[0] + TEXTS[1],
        sources=(Source(TEXTS[2], TEXTS[1], "javascript:alert(1)", TEXTS[4], TEXTS[6]),),
    )
    about = About(title=TEXTS[2], settings={"a|b": TEXTS[2]}, prompts={"`": "\n"})
    package_family("ear", {"wdyl": spec}, folder, about=about)
    return folder


@pytest.fixture
def folder(item: Any, tmp_path: Path) -> Path:
    return _family(item, tmp_path / "d")


def test_text_comes_back_as_it_was(folder: Path) -> None:
    rows = list(builders.load(folder, "wdyl", decode=False))
    assert [row["id"] for row in rows] == IDS
    for name in ("prompt", "reference", "kind"):
        assert [row[name] for row in rows] == TEXTS
    assert verify(open_dataset(folder)).problems == []


def test_the_card_stays_a_card(folder: Path) -> None:
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert card_errors(card) == []
    head, body = re.fullmatch(r"---\n(.*?)\n---\n(.*)", card, re.DOTALL).groups()  # type: ignore
    assert yaml.safe_load(head)["license"] == ["mit"]
    assert "<script" not in body
    assert "](javascript:" not in body
    assert "\u202e" not in body
    headings = re.findall(r"^# .*$", body, re.MULTILINE)
    assert len(headings) == 1
    for block in re.findall(r"(?:^\|.*\n)+", body, re.MULTILINE):
        cells = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(cells) == 1, block


@pytest.mark.parametrize("layout", ["vocalbench", "lhotse", "webdataset"])
def test_exports_stay_inside_their_folder(folder: Path, layout: str, tmp_path: Path) -> None:
    before = {p for p in tmp_path.parent.rglob("*") if tmp_path not in p.parents}
    assert export(open_dataset(folder), layout, tmp_path / "out") == {"wdyl/test": len(IDS)}
    assert {p for p in tmp_path.parent.rglob("*") if tmp_path not in p.parents} == before
    files = [p for p in (tmp_path / "out").rglob("*") if p.is_file()]
    assert all(len(p.name.encode()) < 255 for p in files)
    if layout == "vocalbench":
        listed = json.loads((tmp_path / "out" / "json" / "wdyl.json").read_text())
        assert [row["Question"] for row in listed] == TEXTS
        assert [row["Qid"] for row in listed] == IDS
        assert len({row["Audio"] for row in listed}) == len(IDS)
        for row in listed:
            assert sf.info(tmp_path / "out" / "audio" / row["Audio"]).frames == 4_000
    if layout == "webdataset":
        with tarfile.open(tmp_path / "out" / "wdyl" / "test-000000.tar") as tar:
            names = tar.getnames()
            assert len(set(names)) == 2 * len(IDS)
            assert all("/" not in name and name.count(".") == 1 for name in names)
            rows = [json.load(tar.extractfile(n)) for n in names if n.endswith("json")]  # type: ignore
        assert [row["prompt"] for row in rows] == TEXTS


@pytest.mark.slow
def test_the_hub_and_its_clients(folder: Path, hub: Any, client: Any) -> None:
    publish(folder, "me/ear", "v1.0.0", endpoint=hub.endpoint)
    out = client(
        """
import io, json
import soundfile as sf
from datasets import Audio, load_dataset
rows = load_dataset("me/ear", "wdyl", split="test").cast_column("audio", Audio(decode=False))
found = [[r["id"], r["prompt"], sf.info(io.BytesIO(r["audio"]["bytes"])).frames] for r in rows]
print(json.dumps(found))
"""
    )
    found = json.loads(out.splitlines()[-1])
    assert found == [[row_id, text, 4_000] for row_id, text in zip(IDS, TEXTS, strict=True)]


def test_nothing_is_lost_in_a_decoded_path(folder: Path) -> None:
    paths = [row["audio"]["path"] for row in builders.load(folder, "wdyl", decode=False)]
    assert len(set(paths)) == len(IDS)
    assert all("/" not in path and not path.startswith(".") for path in paths)
    data = next(builders.load(folder, "wdyl", decode=False))["audio"]["bytes"]
    assert sf.info(io.BytesIO(data)).samplerate == 16_000
