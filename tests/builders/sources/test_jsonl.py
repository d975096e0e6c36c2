from __future__ import annotations

import json

import numpy as np
import pytest
import soundfile as sf

from builders.errors import VivavoceError
from builders.item import Item
from builders.sources import SourceError, read
from builders.step import Rejected

ROW = {"id": "a-1", "prompt": "  How far? ", "reference": 3, "Category": "x"}


def write(path, *lines):
    text = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return path


def test_columns_become_an_item(tmp_path):
    (item,) = read("jsonl", write(tmp_path / "a.jsonl", ROW), license="Apache-2.0", language="zh")
    assert isinstance(item, Item)
    assert (item.id, item.prompt, item.reference) == ("a-1", "How far?", "3")
    assert item.fields == {"Category": "x"} and item.source_id == "a-1"
    assert item.license == "Apache-2.0" and item.language == "zh"
    assert item.provenance.steps[0].params == {"source": "jsonl"}


def test_bad_rows_are_rejected_with_their_place(tmp_path):
    path = write(
        tmp_path / "a.jsonl",
        ROW,
        {"prompt": "No id"},
        {"id": "a-2", "prompt": "  "},
        "{broken",
        ROW,
        {"id": "a-3"},
        {"id": "a-4", "prompt": 5},
        {"id": "a-5", "prompt": "Last?"},
    )
    rows = list(read("jsonl", path))
    assert [r.id for r in rows if isinstance(r, Item)] == ["a-1", "a-5"]
    assert [(r.reason, r.detail) for r in rows if isinstance(r, Rejected)] == [
        ("no id", "a.jsonl, line 2"),
        ("empty prompt", "a.jsonl, line 3"),
        (
            "malformed row",
            "a.jsonl, line 4: not JSON: Expecting property name enclosed in double quotes "
            "at column 2",
        ),
        ("duplicate id", "a.jsonl, line 5: a-1 stands already at a.jsonl, line 1"),
        ("malformed row", "a.jsonl, line 6: no column 'prompt'; found id"),
        ("malformed row", "a.jsonl, line 7: column 'prompt' is not text"),
    ]


def test_another_format_is_an_error(tmp_path):
    path = write(tmp_path / "a.jsonl", {"text": "x"}, {"text": "y"})
    with pytest.raises(SourceError, match=r"not a single row .* no column 'prompt'; found text"):
        list(read("jsonl", path))


def test_an_edit_leaves_the_revision_of_other_rows_alone(tmp_path):
    other = {"id": "a-2", "prompt": "Why?"}
    before = list(read("jsonl", write(tmp_path / "a.jsonl", ROW, other)))
    after = list(read("jsonl", write(tmp_path / "a.jsonl", {**ROW, "prompt": "New?"}, other)))
    assert before[1] == after[1]
    assert before[0].source_revision != after[0].source_revision


def test_renamed_columns_and_speech(tmp_path):
    sf.write(tmp_path / "q.wav", 0.1 * np.ones((22_050, 2)), 22_050, subtype="PCM_24")
    row = {"Qid": 7, "Question": "什么？", "Audio": "q.wav", "lang": "zh", "who": "f1"}
    path = write(tmp_path / "a.jsonl", row, {**row, "Qid": 8, "Audio": "none.wav"})
    item, rejected = read(
        "jsonl",
        path,
        id="Qid",
        prompt="Question",
        audio="Audio",
        voice="who",
        language="column:lang",
    )
    assert item.id == "7" and item.language == "zh"
    assert item.clip.sampling_rate == 16_000 and item.clip.frames == 16_000
    assert item.provenance.speech.voice == "f1"
    assert rejected.reason == "unreadable audio" and rejected.item.id == "8"


def test_only_limit_and_option_names(tmp_path):
    rows = [{"id": str(n), "prompt": "Hm?", "Category": n % 2} for n in range(6)]
    path = write(tmp_path / "a.jsonl", *rows)
    assert [r.id for r in read("jsonl", path, only={"Category": 1}, limit=2)] == ["1", "3"]
    assert list(read("jsonl", path, limit=0)) == []
    with pytest.raises(VivavoceError, match="unknown column 'Categry'; did you mean 'Category'"):
        list(read("jsonl", path, only={"Categry": 1}))
    with pytest.raises(VivavoceError, match="unknown option 'promt'; did you mean 'prompt'"):
        read("jsonl", path, promt="x")
    with pytest.raises(VivavoceError, match="unknown source 'jsonll'; did you mean 'jsonl'"):
        read("jsonll", path)


def test_recordings_with_a_table_and_beside_texts(tmp_path):
    for name in ("1", "10"):
        sf.write(tmp_path / f"{name}.wav", 0.1 * np.ones(8000), 8000)
        (tmp_path / f"{name}.txt").write_text(f"words {name}\n")
    (tmp_path / "t.tsv").write_text("text\tfile\nword 10\t10.wav\nword 1\t1.wav\n")
    table = list(read("tsv_audio", tmp_path, prompt="text", audio="file"))
    assert [(r.id, r.prompt) for r in table] == [("10", "word 10"), ("1", "word 1")]
    sf.write(tmp_path / "2.wav", 0.1 * np.ones(8000), 8000)
    first, second, third = read("audio_folder", tmp_path)
    assert (first.id, first.prompt, second.prompt) == ("1", "words 1", "words 10")
    assert first.clip.seconds == 1.0
    assert third.detail == "2.wav: no transcript 2.txt beside it"
