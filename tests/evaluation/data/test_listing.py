"""JSON and JSON lines with audio files beside them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf

from builders.errors import VivavoceError
from evaluation.data import Place, open_examples
from evaluation.data.listing import ListedExamples


def wav(seed: int = 0) -> bytes:
    samples = np.random.default_rng(seed).integers(-5000, 5000, 400).astype(np.int16)
    buffer = io.BytesIO()
    sf.write(buffer, samples, 16_000, format="WAV", subtype="PCM_16")
    return buffer.getvalue()


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


def test_released_vocalbench_zh_is_read_whole(shared):
    found = open_examples(shared / "sources" / "vocalbench-zh", family="vocalbench_zh")
    counts = {p.config: sum(1 for _ in found.read(p, audio=False)) for p in found.places()}
    assert sum(counts.values()) == 11_215
    assert counts["robust"] == 3600 and counts["cs_knowledge"] == 362
    assert len(counts) == 15


def rows_of(folder, config="x", **options):
    return list(open_examples(folder).read(Place(config, "test"), **options))


def test_an_id_that_occurs_twice_is_an_error(tmp_path):
    listing(tmp_path, "x", [{"id": "1", "prompt": "a"}, {"id": "1", "prompt": "b"}])
    with pytest.raises(VivavoceError, match=r"x\.json, row 1: the id '1' occurs twice$"):
        rows_of(tmp_path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"id": "1", "prompt": "a"}\n{"id": ', r"x\.jsonl, line 2: not JSON: Expecting value"),
        (b"[1, 2]", r"x\.jsonl: expected a list of objects, or one object a line$"),
        (b'"text"', r"x\.jsonl: expected a list of objects, or one object a line$"),
        (b'{"prompt": "\xff"}', r"x\.jsonl: not UTF-8 text \(.*\); convert the file$"),
        (b'{"id": "1", "text": "a"}\n', r"x\.jsonl, row 0: the row has no text; one of the col"),
    ],
)
def test_a_damaged_listing_names_its_place(data, message, tmp_path):
    (tmp_path / "x.jsonl").write_bytes(data)
    with pytest.raises(VivavoceError, match=message):
        rows_of(tmp_path)


def test_both_forms_are_read_under_either_name(tmp_path):
    lines = '\ufeff{"id": "1", "prompt": "a"}\n\n{"id": "2", "prompt": "b"}\n'
    (tmp_path / "x.json").write_text(lines, encoding="utf-8")
    (tmp_path / "y.jsonl").write_text(json.dumps([{"id": "1", "prompt": "a"}]), encoding="utf-8")
    (tmp_path / "z.jsonl").write_text('{"id": "1", "prompt": "a"}', encoding="utf-8")
    (tmp_path / "empty.jsonl").write_text("", encoding="utf-8")
    counts = [len(rows_of(tmp_path, name)) for name in ("x", "y", "z", "empty")]
    assert counts == [2, 1, 1, 0]


def test_our_own_descriptions_are_no_listings(tmp_path):
    for name in ("vivavoce", "croissant", "wdyl"):
        (tmp_path / f"{name}.json").write_text("[]", encoding="utf-8")
    assert ListedExamples(tmp_path).places() == (Place("wdyl", "test"),)


def test_the_revision_is_that_of_the_listing(tmp_path):
    listing(tmp_path, "x", [{"id": "1", "prompt": "a"}])
    before = open_examples(tmp_path).revision(Place("x", "test"))
    listing(tmp_path, "x", [{"id": "1", "prompt": "b"}])
    after = open_examples(tmp_path).revision(Place("x", "test"))
    assert before != after and before.startswith("sha256:") and len(before) == 7 + 16


def test_a_named_file_that_is_missing_says_where_it_was_looked_for(tmp_path):
    listing(tmp_path, "x", [{"id": "1", "prompt": "a", "audio": "x/1.wav"}])
    [silent] = rows_of(tmp_path, audio=False)
    assert silent.audio is None
    with pytest.raises(VivavoceError) as caught:
        rows_of(tmp_path)
    places = [tmp_path, tmp_path / "audio", tmp_path / "wav", tmp_path / "json"]
    assert str(caught.value) == (
        f"{tmp_path}/json/x.json, row 0: the audio 'x/1.wav' is not there; looked for "
        + ", ".join(f"{place}/x/1.wav" for place in places)
    )


def test_all_that_is_missing_is_told_before_the_first_row(tmp_path):
    rows = [{"id": str(n), "prompt": "a", "audio": f"{n}.wav"} for n in range(3)]
    listing(tmp_path, "x", rows)
    put(tmp_path, "0.wav", 0)
    with pytest.raises(VivavoceError, match=r"row 1: .*\(2 of 3 recordings are missing\)$"):
        next(iter(open_examples(tmp_path).read(Place("x", "test"))))


def test_another_recording_is_another_revision(tmp_path):
    listing(tmp_path, "x", [{"id": "1", "prompt": "a", "audio": "1.wav"}])
    revisions = [open_examples(tmp_path).revision(Place("x", "test"))]
    put(tmp_path, "1.wav", 1)
    revisions.append(open_examples(tmp_path).revision(Place("x", "test")))
    (tmp_path / "1.wav").write_bytes(wav(1) + b"more")
    revisions.append(open_examples(tmp_path).revision(Place("x", "test")))
    assert len(set(revisions)) == 3


def test_english_rows_of_a_chinese_suite_are_english(tmp_path):
    rows = [{"Qid": "1", "Question": "Who wrote it?"}, {"Qid": "2", "Question": "谁写了 Faust？"}]
    (tmp_path / "knowledge.json").write_text(json.dumps(rows), encoding="utf-8")
    found = open_examples(tmp_path, family="vocalbench_zh").read(
        Place("knowledge", "test"), audio=False
    )
    assert [example.language for example in found] == ["en", "zh"]
