from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf

from builders.errors import VivavoceError
from builders.package import package_family
from builders.package.files import open_dataset
from builders.package.publish import publish
from builders.package.spec import ConfigSpec
from builders.package.verify import verify
from builders.provenance import Provenance

COLUMNS = {
    "triplet_id": "fields.triplet_id",
    "condition": "fields.condition",
    "answerable": "fields.answerable",
    "question": "prompt",
    "mask_spans": "fields.mask_spans",
}
TYPES = {"mask_spans": [{"start": "float64", "end": "float64", "text": "string"}]}


def _triplet(item: Any, name: str, **changes: Any) -> list[Any]:
    rows = []
    for condition in ("original", "invariant", "degraded"):
        fields = {
            "triplet_id": name,
            "condition": condition,
            "answerable": condition != "degraded",
            "mask_spans": [] if condition == "original" else [{"start": 0.1, "end": 0.2}],
        }
        rows.append(item(f"{name}-{condition}", fields=fields, **changes))
    return rows


def _pack(folder: Path, rows: list[Any]) -> Path:
    package_family("ear", {"wdyl": ConfigSpec(COLUMNS, rows, types=TYPES)}, folder)
    return folder


def _kinds(folder: Path, **options: Any) -> dict[str, str]:
    return {
        p.kind: f"{p.where}: {p.detail}" for p in verify(open_dataset(folder), **options).problems
    }


def test_a_whole_dataset(item: Any, tmp_path: Path) -> None:
    folder = _pack(tmp_path / "ear", _triplet(item, "t1") + _triplet(item, "t2"))
    result = verify(open_dataset(folder))
    assert result.problems == []
    assert (result.files, result.rows, result.seconds) == (1, 6, 1.5)


def test_triplets(item: Any, tmp_path: Path) -> None:
    rows = _triplet(item, "t1")[:2] + _triplet(item, "t2")
    long = _triplet(item, "t3")
    long[2] = long[2].with_audio(np.linspace(-0.1, 0.1, 8_000, dtype=np.float32))
    wrong = _triplet(item, "t4")
    wrong[2] = wrong[2].with_fields(answerable=True)
    found = verify(open_dataset(_pack(tmp_path / "ear", rows + long + wrong)))
    assert [(p.where.split("'")[1], p.kind) for p in found.problems] == [
        ("t4-degraded", "triplet"),
        ("t1-original", "triplet"),
        ("t3-original", "triplet"),
    ]
    assert "t1 lacks degraded" in found.problems[1].detail


def test_provenance_and_times(item: Any, tmp_path: Path) -> None:
    rows = _triplet(item, "t1")
    rows[0] = rows[0].but(provenance=Provenance(), source_revision="")
    rows[1] = rows[1].with_fields(mask_spans=[{"start": 0.2, "end": 0.9}])
    found = verify(open_dataset(_pack(tmp_path / "ear", rows)))
    assert [(p.kind, p.detail) for p in found.problems] == [
        ("provenance", "source_revision is missing"),
        ("provenance", "steps is missing"),
        ("provenance", "how the audio was made is missing"),
        ("times", "mask_spans holds 0.200–0.900 s in 0.25 s of audio"),
    ]


def _rewrite(folder: Path, change: Any, manifest: bool = True) -> None:
    """Change the one file; with its sum set right everywhere, so that other checks speak."""
    path = folder / "wdyl" / "test-00000-of-00001.parquet"
    table = pq.read_table(path)
    rows = table.to_pylist()
    change(rows)
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), path)
    if manifest:
        import hashlib

        value = json.loads((folder / "vivavoce.json").read_text())
        file = value["configs"]["wdyl"]["splits"]["test"]["files"][0]
        data = path.read_bytes()
        old, new = file["sha256"], hashlib.sha256(data).hexdigest()
        file.update(bytes=len(data), sha256=new)
        (folder / "vivavoce.json").write_text(json.dumps(value))
        croissant = folder / "croissant.json"
        croissant.write_text(croissant.read_text().replace(old, new))


def _silence(rows: list[Any]) -> None:
    buffer = io.BytesIO()
    sf.write(buffer, np.zeros(4_000, np.int16), 16_000, format="FLAC")
    rows[1]["audio"]["bytes"] = buffer.getvalue()


def _flip(rows: list[Any]) -> None:
    data = bytearray(rows[1]["audio"]["bytes"])
    data[len(data) // 2] ^= 0xFF
    rows[1]["audio"]["bytes"] = bytes(data)


def _other_id(rows: list[Any]) -> None:
    rows[1]["id"] = rows[0]["id"]


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (_silence, {"silent audio", "audio replaced"}),
        (_flip, {"audio damaged", "audio replaced"}),
        (_other_id, {"id", "provenance"}),
        (lambda rows: rows.pop(), {"rows", "triplet", "facts"}),
        (lambda rows: rows[0].update(question=" "), {"no text"}),
        (lambda rows: rows[0].update(license="CC0-1.0"), {"facts"}),
        (lambda rows: rows[0]["audio"].update(bytes=b"RIFF" + bytes(50)), {"audio format"}),
        (lambda rows: rows[0]["audio"].update(bytes=b""), {"no audio"}),
    ],
)
def test_damage_is_found(item: Any, tmp_path: Path, change: Any, kinds: set[str]) -> None:
    folder = _pack(tmp_path / "ear", _triplet(item, "t1"))
    _rewrite(folder, change)
    found = set(_kinds(folder))
    # A flipped bit may also keep libsndfile from decoding at all.
    assert found == kinds or (change is _flip and found == {"audio damaged"})


def test_a_sum_that_is_wrong(item: Any, tmp_path: Path) -> None:
    folder = _pack(tmp_path / "ear", _triplet(item, "t1"))
    _rewrite(folder, lambda rows: rows[0].update(question="x"), manifest=False)
    assert set(_kinds(folder, audio=False)) == {"sum"}


def test_missing_torn_and_unknown_files(item: Any, tmp_path: Path) -> None:
    folder = _pack(tmp_path / "ear", _triplet(item, "t1"))
    path = folder / "wdyl" / "test-00000-of-00001.parquet"
    (folder / "wdyl" / "old-00000-of-00001.parquet").write_bytes(path.read_bytes())
    (folder / "README.md").unlink()
    path.write_bytes(path.read_bytes()[:1000])
    assert set(_kinds(folder)) == {"sum", "unreadable", "unknown file", "missing file"}
    path.unlink()
    assert _kinds(folder)["missing file"].startswith("wdyl/test-00000")


def test_a_card_of_another_dataset(item: Any, tmp_path: Path) -> None:
    folder = _pack(tmp_path / "ear", _triplet(item, "t1"))
    card = (folder / "README.md").read_text()
    (folder / "README.md").write_text(card.replace("split: test", "split: train"))
    assert set(_kinds(folder)) == {"card"}


def _edit(name: str, old: str, new: str) -> Any:
    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return change


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        (_edit("README.md", "num_examples: 3", "num_examples: 30"), {"card"}),
        (_edit("README.md", "dtype: bool", "dtype: int64"), {"card"}),
        (_edit("README.md", "- mit", "- apache-2.0"), {"card"}),
        (_edit("README.md", "---\n", ""), {"card"}),
        (lambda folder: (folder / "assets" / "mos.png").unlink(), {"missing file"}),
        (lambda folder: (folder / "assets" / "mos.png").write_bytes(b"x"), {"figure"}),
        (_edit("croissant.json", '"sha256": "', '"sha256": "0'), {"croissant"}),
        (_edit("croissant.json", '"@id": "wdyl/test"', '"@id": "wdyl/train"'), {"croissant"}),
        (_edit("croissant.json", "{", ""), {"croissant"}),
        (_edit("vivavoce.json", '"rows": 3,\n     "files"', '"rows": 4,\n     "files"'), {"rows"}),
        (
            _edit("vivavoce.json", '"facts": {\n      "rows": 3', '"facts": {\n      "rows": 4'),
            {"facts"},
        ),
        (_edit("vivavoce.json", '"total": 0.75', '"total": 75.0'), {"facts"}),
        (_edit("vivavoce.json", '"id_column": "id"', '"id_column": "key"'), {"unreadable"}),
    ],
)
def test_descriptions_are_held_to_the_rows(
    item: Any, tmp_path: Path, change: Any, kinds: set[str]
) -> None:
    folder = _pack(tmp_path / "ear", _triplet(item, "t1"))
    change(folder)
    assert kinds <= set(_kinds(folder)) <= kinds | {"card"}


def test_on_the_hub(item: Any, hub: Any, tmp_path: Path) -> None:
    folder = _pack(tmp_path / "ear", _triplet(item, "t1"))
    publish(folder, "me/ear", "v1.0.0", endpoint=hub.endpoint)
    result = verify(open_dataset("me/ear@v1.0.0", endpoint=hub.endpoint))
    assert result.problems == []
    assert result.rows == 3


def test_what_was_not_packaged_here(tmp_path: Path) -> None:
    with pytest.raises(VivavoceError, match="it was not packaged by vivavoce"):
        verify(open_dataset(tmp_path))
