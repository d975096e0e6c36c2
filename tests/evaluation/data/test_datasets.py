"""Every layout of a published dataset that can be read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf

from builders.errors import VivavoceError
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


def listing(folder: Path, config: str, rows: list[dict]) -> None:
    (folder / "json").mkdir(exist_ok=True)
    text = json.dumps(rows, ensure_ascii=False)
    (folder / "json" / f"{config}.json").write_text(text, encoding="utf-8")


def put(folder: Path, name: str, seed: int) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(wav(seed))


def test_vocalbench_layout_with_its_defects(tmp_path):
    listing(tmp_path, "instruction_following", [
        {"Qid": "instruction-1", "Audio": "instruction/001.wav", "Question": "跟我读"},
        {"Qid": "instruction-10", "Audio": "instruction/010.wav", "Question": "再读"},
    ])  # fmt: skip
    put(tmp_path, "audio/instruction_following/0001.wav", 1)
    put(tmp_path, "audio/instruction_following/010.wav", 10)
    listing(tmp_path, "emotion", [
        {"Qid": "emotion-000", "Audio": "emotion/000.wav", "Question": " 真好 ",
         "Question_prmopt": "ESD/1.wav"},
    ])  # fmt: skip
    put(tmp_path, "emotion/000.wav", 5)
    listing(tmp_path, "cs_knowledge", [
        {"Qid": "c-0", "Audio": "c/0.wav", "Question": "哪个planet?", "Answer_zh": "火星"},
    ])  # fmt: skip
    found = open_examples(tmp_path, family="vocalbench_zh")
    one, ten = found.read(Place("instruction_following", "test"))
    assert (one.id, one.audio) == ("instruction-1", wav(1))
    assert (ten.id, ten.audio) == ("instruction-10", wav(10))
    [emotion] = found.read(Place("emotion", "test"))
    assert emotion.prompt == "真好"
    assert emotion.fields["Question_prompt"] == "ESD/1.wav"
    assert emotion.language == "zh"
    [switched] = found.read(Place("cs_knowledge", "test"), audio=False)
    assert switched.reference == "火星"
    with pytest.raises(VivavoceError, match=r"c/0\.wav' is not there; looked for"):
        list(found.read(Place("cs_knowledge", "test")))


def test_a_file_is_found_by_its_exact_id_alone(tmp_path):
    (tmp_path / "wdyl.jsonl").write_text(
        '{"id": "q-1", "question": "What?", "condition": "original"}\n', encoding="utf-8"
    )
    put(tmp_path, "wdyl/q-10.wav", 10)
    place = Place("wdyl", "test")
    [missing] = open_examples(tmp_path, family="ear").read(place)
    assert missing.audio is None
    put(tmp_path, "wdyl/q-1.wav", 1)
    [found] = open_examples(tmp_path, family="ear").read(place)
    assert found.audio == wav(1)


def test_audiofolder_layout(tmp_path):
    put(tmp_path, "wdyl/a.wav", 3)
    row = {"file_name": "a.wav", "id": "a-original", "triplet_id": "a", "question": "Who?",
           "answer": "Tom"}  # fmt: skip
    (tmp_path / "wdyl" / "metadata.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    [found] = open_examples(tmp_path, family="ear").read(Place("wdyl", "test"))
    assert (found.id, found.source_id, found.reference) == ("a-original", "a", "Tom")
    assert found.audio == wav(3)


def test_clear_errors(tmp_path):
    with pytest.raises(VivavoceError, match="neither Parquet shards"):
        open_examples(tmp_path)
    with pytest.raises(VivavoceError, match="no such folder, and no repository name"):
        open_examples("/nowhere/at/all")
    (tmp_path / "x.jsonl").write_text('{"id": "1", "prompt": "a"}\n{"id": ', encoding="utf-8")
    with pytest.raises(VivavoceError, match=r"x\.jsonl, line 2: not JSON"):
        list(open_examples(tmp_path).read(Place("x", "test")))
    (tmp_path / "x.jsonl").write_text('{"id": "1", "text": "a"}\n', encoding="utf-8")
    with pytest.raises(VivavoceError, match=r"row 0: the row has no text"):
        list(open_examples(tmp_path).read(Place("x", "test")))


def test_released_vocalbench_zh_is_read_whole(shared):
    found = open_examples(shared / "sources" / "vocalbench-zh", family="vocalbench_zh")
    counts = {p.config: sum(1 for _ in found.read(p, audio=False)) for p in found.places()}
    assert sum(counts.values()) == 11_215
    assert counts["robust"] == 3600 and counts["cs_knowledge"] == 362
    assert len(counts) == 15


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
