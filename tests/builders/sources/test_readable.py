"""What someone meets who names a wrong or a damaged file."""

from __future__ import annotations

import gzip
import json

import pytest

from builders.item import Item
from builders.sources import SourceError, read
from builders.step import Rejected

ROW = {"question": "How many?", "answer": "One. #### 1"}
LINE = json.dumps(ROW).encode() + b"\n"


def of(path, data: bytes, name: str = "gsm8k"):
    path.write_bytes(data)
    return list(read(name, path))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bom.jsonl", b"\xef\xbb\xbf" + LINE),
        ("crlf.jsonl", LINE.replace(b"\n", b"\r\n")),
        ("no_end.jsonl", LINE.rstrip()),
        ("packed.jsonl", gzip.compress(LINE, mtime=0)),
        ("packed.jsonl.gz", gzip.compress(LINE, mtime=0)),
        ("plain.jsonl.gz", LINE),
        ("one_object_a_line.json", LINE * 1 + LINE.replace(b"many", b"few")),
    ],
)
def test_harmless_forms_are_read(tmp_path, name, data):
    first = of(tmp_path / name, data)[0]
    assert isinstance(first, Item) and first.prompt == "How many?" and first.reference == "1"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.jsonl", b"", "empty, there is no row of GSM8K in it"),
        ("a.jsonl", b"\n\n", "empty, there is no row of GSM8K in it"),
        ("a.json", b"[]", "empty, there is no row of GSM8K in it"),
        ("a.csv", b"question,answer\n", "empty, there is no row of GSM8K in it"),
        ("a.jsonl", LINE * 3 + "多".encode("gb18030"), r"a.jsonl: line 4 is not UTF-8; .*iconv"),
        ("a.jsonl.gz", gzip.compress(LINE + b"\xff", mtime=0), "line 2 is not UTF-8"),
        ("a.jsonl", LINE.decode().encode("utf-16"), "is UTF-16: convert it"),
        ("a.jsonl.gz", gzip.compress(LINE * 99, mtime=0)[:50], "damaged gzip, fetch it again"),
        ("a.jsonl", b"<!doctype html>\n<html>", r"is a web page: download the file itself"),
        ("a.jsonl", b"version https://git-lfs.github.com/spec/v1\n", "run 'git lfs pull'"),
        ("a.jsonl", b"PK\x03\x04....", "is a zip archive: unpack it"),
        ("a.json", b"[" * 100_000, "nested too deep"),
        ("a.json", b"[" + b"9" * 5000 + b"]", "damaged JSON: Exceeds the limit"),
        ("a.jsonl", b'{"q": "How many?"}', r"not a single row .*no column '(question|answer)'"),
        ("a.csv", b"question,question,answer\n1,2,3\n", "the column 'question' stands twice"),
        ("a.csv", b'question,answer\n"open,1\nx,2\n', "damaged quotation: unexpected end"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path, name, data, message):
    with pytest.raises(SourceError, match=message) as error:
        of(tmp_path / name, data)
    assert str(tmp_path / name) in str(error.value)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (LINE[:20], "not JSON: Invalid control character"),
        (b'{"question": null, "answer": "#### 1"}', "the prompt is not text but NoneType"),
        (b'{"question": 5, "answer": "#### 1"}', "the prompt is not text but int"),
        (b'{"question": "\\ud800", "answer": "#### 1"}', "the prompt has half a character at 0"),
        (b'{"question": ' + b"9" * 5000 + b"}", "not JSON that can be read: Exceeds the limit"),
        (b"[" * 100_000, "not JSON that can be read"),
    ],
)
def test_a_bad_row_is_rejected_and_the_next_is_read(tmp_path, line, problem):
    bad, good = of(tmp_path / "a.jsonl", line + b"\n" + LINE)
    assert isinstance(bad, Rejected) and bad.reason == "malformed row"
    assert bad.detail.startswith(f"a.jsonl, line 1: {problem}")
    assert isinstance(good, Item)


def test_rows_that_stand_twice_are_rejected_with_the_place_of_the_first(tmp_path):
    first, second = of(tmp_path / "a.jsonl", LINE * 2)
    assert isinstance(first, Item) and isinstance(second, Rejected)
    assert second.reason == "duplicate text" and second.detail.endswith("at a.jsonl, line 1")


def test_a_set_without_one_recording_is_an_error(tmp_path):
    row = {"Set": "Safety", "Qid": "safety-000", "Audio": "safety/000.wav", "Question": "?"}
    (tmp_path / "safety.json").write_text(json.dumps([row]), encoding="utf-8")
    with pytest.raises(SourceError, match=r"not a single row has a recording .*safety/000.wav"):
        list(read("vocalbench_zh", tmp_path, set="safety", audio=True))


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nowhere.jsonl", "GSM8K is not at .*nowhere.jsonl"),
        ("https://x.org/a.jsonl", r"is no path; write {url: …, sha256: …}"),
    ],
)
def test_a_wrong_place(tmp_path, path, message):
    with pytest.raises(SourceError, match=message):
        read("gsm8k", {"path": path}, base=tmp_path)


def test_an_option_of_a_reader_that_takes_none():
    with pytest.raises(SourceError, match="source 'gsm8k' has no option 'split': it takes none"):
        read("gsm8k", split="test")


def test_a_folder_without_speakers(tmp_path):
    with pytest.raises(SourceError, match=r"no speaker's folder matches 000\[1-9\]"):
        list(read("esd", tmp_path))


@pytest.mark.parametrize("name", ["seed_tts_eval", "wdyl", "audio_folder"])
def test_readers_of_their_own_forms_say_it_too(tmp_path, name):
    text = {"seed_tts_eval": "meta.lst", "wdyl": "wdyl_dialogues.txt", "audio_folder": "a.txt"}
    (tmp_path / "a.wav").write_bytes(b"RIFF")
    (tmp_path / text[name]).write_bytes("a|多".encode("gb18030"))
    with pytest.raises(SourceError, match=f"{text[name]}: line 1 is not UTF-8"):
        list(read(name, tmp_path))
