"""Parquet layouts: ours and those of others."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf

from builders.errors import VivavoceError
from builders.package.manifest import ConfigInfo, FamilyInfo
from builders.package.sink import FileInfo
from builders.package.spec import SplitInfo
from evaluation.data import Place, open_examples


def wav(seed: int = 0) -> bytes:
    samples = np.random.default_rng(seed).integers(-5000, 5000, 400).astype(np.int16)
    buffer = io.BytesIO()
    sf.write(buffer, samples, 16_000, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


def parquet(folder: Path, config: str, split: str, rows: list[dict]) -> None:
    path = folder / config / f"{split}-00000-of-00001.parquet"
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path)


def test_voicebench_layout_has_ids_that_follow_from_the_text(tmp_path):
    audio = {"bytes": wav(1), "path": None}
    parquet(tmp_path, "alpacaeval", "test", [
        {"audio": audio, "prompt": "Hello there?"},
        {"audio": audio, "prompt": "Hello there?"},
    ])  # fmt: skip
    parquet(tmp_path, "sd-qa", "usa", [{"audio": audio, "prompt": "How many?", "reference": "3"}])
    parquet(tmp_path, "sd-qa", "aus", [{"audio": audio, "prompt": "How many?", "reference": "3"}])
    parquet(tmp_path, "ifeval", "test", [
        {"audio": audio, "prompt": "Do.", "key": 1000, "instruction_id_list": ["a:b"]}
    ])  # fmt: skip
    found = open_examples(tmp_path, family="voicebench")
    assert found.places() == (
        Place("alpacaeval", "test"), Place("ifeval", "test"),
        Place("sd-qa", "aus"), Place("sd-qa", "usa"),
    )  # fmt: skip
    first, twin = found.read(Place("alpacaeval", "test"))
    assert first.id == "alpacaeval-f5fcea16ab84"
    assert twin.id == f"{first.id}-2" and twin.source_id == first.id
    assert first.audio == wav(1) and first.language == "en"
    [checked] = found.read(Place("ifeval", "test"), audio=False)
    assert checked.id == "1000" and checked.audio is None
    assert checked.fields["instruction_id_list"] == ["a:b"]
    [usa] = found.read(Place("sd-qa", "usa"))
    assert (usa.split, usa.reference) == ("usa", "3")


def test_revision_follows_the_rows(tmp_path):
    place = Place("alpacaeval", "test")
    row = {"audio": {"bytes": wav(), "path": None}, "prompt": "One?"}
    parquet(tmp_path, *place, [row])
    before = open_examples(tmp_path).revision(place)
    assert open_examples(tmp_path).revision(place) == before
    parquet(tmp_path, *place, [{**row, "prompt": "Two?"}])
    assert open_examples(tmp_path).revision(place) != before


def test_a_shard_that_is_not_the_packaged_one_is_told(tmp_path):
    parquet(tmp_path, "c", "test", [{"id": "1", "prompt": "One?"}, {"id": "2", "prompt": "Two?"}])
    [path] = (tmp_path / "c").iterdir()
    name, size = path.relative_to(tmp_path).as_posix(), path.stat().st_size
    split = SplitInfo("c", "test", 2, (FileInfo(name, size, 2, "0" * 64),), {})
    FamilyInfo("f", (ConfigInfo("c", "id", "prompt", {}, {}, (split,)),)).write(tmp_path)
    assert open_examples(tmp_path).revision(Place("c", "test")).startswith("sha256:")
    parquet(tmp_path, "c", "test", [{"id": "2", "prompt": "Two?"}])
    with pytest.raises(VivavoceError, match=r"c/test-.* is not the file that was packaged"):
        open_examples(tmp_path).revision(Place("c", "test"))


def test_our_own_dataset(root):
    if not (root / "datasets" / "ear" / "vivavoce.json").is_file():
        pytest.skip("the sample dataset has not been built: dvc repro")
    found = open_examples(root / "datasets" / "ear")
    place = Place("wdyl", "test")
    rows = list(found.read(place))
    assert found.family == "ear" and found.revision(place).startswith("sha256:")
    assert rows[0].id == "wdyl-0001-original" and rows[0].source_id == "wdyl-0001"
    assert rows[0].prompt.startswith("What does the man") and rows[0].audio[:4] == b"fLaC"
    assert "provenance" not in rows[0].fields and rows[0].fields["answerable"] is True


def test_places_are_splits_of_configs_in_order(tmp_path):
    for split in ("b", "a"):
        parquet(tmp_path, "one", split, [{"prompt": "?"}])
    parquet(tmp_path, "two", "test", [{"prompt": "?"}])
    found = open_examples(tmp_path)
    assert found.places() == (Place("one", "a"), Place("one", "b"), Place("two", "test"))
    assert (found.family, found.name) == ("unknown", str(tmp_path))


def test_audio_is_left_unread_where_it_is_not_wanted(tmp_path):
    parquet(tmp_path, "c", "test", [{"prompt": "?", "audio": {"bytes": wav(), "path": "a.wav"}}])
    [silent] = open_examples(tmp_path).read(Place("c", "test"), audio=False)
    [sounding] = open_examples(tmp_path).read(Place("c", "test"))
    assert (silent.audio, sounding.audio) == (None, wav())
    assert "audio" not in sounding.fields


def test_audio_that_is_only_named_is_an_error(tmp_path):
    parquet(tmp_path, "c", "test", [{"prompt": "?", "audio": {"bytes": None, "path": "a.wav"}}])
    rows = open_examples(tmp_path).read(Place("c", "test"))
    with pytest.raises(
        VivavoceError, match=r"c/test, row 0: the audio is not embedded \('a.wav'\)"
    ):
        list(rows)


def test_an_unknown_place_names_the_closest(tmp_path):
    parquet(tmp_path, "commoneval", "test", [{"prompt": "?"}])
    with pytest.raises(VivavoceError, match="unknown config 'comoneval'; did you mean 'commonev"):
        list(open_examples(tmp_path).read(Place("comoneval", "test")))
    with pytest.raises(
        VivavoceError, match=r"commoneval: unknown split 'tset'; did you mean 'test"
    ):
        list(open_examples(tmp_path).read(Place("commoneval", "tset")))
