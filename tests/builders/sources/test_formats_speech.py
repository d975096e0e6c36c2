"""Sources with recordings, each on small files in the format its publisher documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from source_files import one, put, tone

from builders.errors import VivavoceError
from builders.item import Item
from builders.sources import about, read
from builders.step import Rejected


def test_sd_qa_prefers_the_question_as_asked_and_the_own_locale(tmp_path):
    folder = tmp_path / "test/eng/gbr"
    row = {"example_id": -18, "question": "what is rok", "answer": "basalt"}
    row |= {"answers": ["basalt", "a rock"], "has_answer": True}
    none = {"example_id": 5, "question": "who", "answer": "-1", "answers": [], "has_answer": False}
    put(folder / "english.test.gbr-en-GB.triples.jsonl", [row, none])
    put(folder / "english.test.gbr-en-US.triples.jsonl", [{**row, "question": "other"}])
    put(tmp_path / "test/eng/english.test.txt", "-18\tWhat is rock?\n5\tWho?\n")
    tone(folder / "wav_eng/-18.wav")
    item, rejected = read("sd_qa", tmp_path, dialect="gbr")
    assert isinstance(item, Item) and item.prompt == "What is rock?" and item.reference == "basalt"
    assert item.id == "sd_qa-gbr--18" and item.clip.seconds == pytest.approx(0.5, abs=0.01)
    assert isinstance(rejected, Rejected) and "has no answer" in rejected.detail
    with pytest.raises(VivavoceError, match="did you mean 'gbr'"):
        list(read("sd_qa", tmp_path, dialect="gbrr"))


def test_common_voice_survives_lone_quotation_marks(tmp_path):
    header = "client_id\tpath\tsentence\tup_votes\tdown_votes\tage\tgender\taccents\n"
    line = 'abcdef0123456789\tcommon_voice_en_1.mp3\t"What time is it?\t2\t0\ttwenties\t\t\n'
    put(tmp_path / "test.tsv", header + line)
    tone(tmp_path / "clips/common_voice_en_1.wav")
    (tmp_path / "clips/common_voice_en_1.wav").rename(tmp_path / "clips/common_voice_en_1.mp3")
    item = one("common_voice", tmp_path)
    assert item.prompt == '"What time is it?' and item.fields == {"age": "twenties", "gender": None}
    assert item.provenance.speech is not None and item.provenance.speech.voice == "abcdef01"
    assert list(read("common_voice", tmp_path, sentences=["Another one"])) == []


def test_open_audio_bench(tmp_path):
    row = {"Prompt": "一加一等于几？", "参考答案": "二", "audio_filename": "r_0.wav"}
    put(tmp_path / "eval_datas/reasoning_qa/reasoning_qa.csv", [row])
    tone(tmp_path / "eval_datas/reasoning_qa/audios/r_0.wav")
    item = one("open_audio_bench", tmp_path)
    assert (item.reference, item.language) == ("二", "zh") and item.audio is not None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030"])
def test_esd_in_each_of_its_encodings(tmp_path, encoding):
    lines = (
        "0001_000001\t打远一看，\t中立",
        "0001_000351\t打远一看，\t生气",
        "0001_000002\t没有\t中立",
    )
    text = "\r\n".join(lines)
    (tmp_path / "0001").mkdir()
    (tmp_path / "0001/0001.txt").write_bytes(text.encode(encoding))
    tone(tmp_path / "0001/Neutral/0001_000001.wav")
    tone(tmp_path / "0001/Surprise/0001_000351.wav")
    rows = list(read("esd", tmp_path))
    found = [row for row in rows if isinstance(row, Item)]
    assert [row.fields["emotion"] for row in found] == ["neutral", "surprised"]
    assert found[0].prompt == "打远一看，" and found[0].license == "research only"
    assert isinstance(rows[2], Rejected) and "no recording 0001_000002.wav" in rows[2].detail
    assert len(list(read("esd", tmp_path, emotions=["surprised"]))) == 2


@pytest.mark.parametrize("end", ["\n", ""], ids=["even", "odd"])
@pytest.mark.parametrize(
    ("speaker", "language", "text", "encoding", "gender"),
    [
        ("0002", "zh", "今天天气真好。", "gb18030", "female"),
        ("0004", "zh", "今天天气真好。", "utf-16-le", "male"),
        ("0016", "en", "It\u2019s so café.", "cp1252", "female"),
    ],
)
def test_esd_is_no_utf_16_by_chance(tmp_path, speaker, language, text, encoding, gender, end):
    line = f"{speaker}_000001\t{text}\tx" + end
    (tmp_path / speaker).mkdir()
    (tmp_path / speaker / f"{speaker}.txt").write_bytes(line.encode(encoding))
    tone(tmp_path / speaker / f"Happy/{speaker}_000001.wav")
    item = one("esd", tmp_path, language=language)
    assert (item.prompt, item.fields["gender"]) == (text, gender)


def test_seed_tts_eval_gives_each_prompt_once(tmp_path):
    line = "u{}|提示文本|prompt-wavs/p1.wav|要说的话{}\n"
    put(tmp_path / "zh/meta.lst", line.format(1, 1) + line.format(2, 2) + "broken|line\n")
    tone(tmp_path / "zh/prompt-wavs/p1.wav")
    item, rejected = read("seed_tts_eval", tmp_path)
    assert isinstance(item, Item) and item.prompt == "提示文本" and item.id == "seed_tts_eval-zh-p1"
    assert isinstance(rejected, Rejected) and "2 parts" in rejected.detail


def test_slue_sqa5_brings_word_times_and_answer_spans(tmp_path):
    audio = tone(tmp_path / "d.wav")
    row = {
        "question_id": "q1",
        "raw_question_text": "Which city?",
        "document_id": "d1",
        "document_audio": {"bytes": audio, "path": "d.wav"},
        "document_speaker_id": "s1",
        "raw_document_text": "In Boston, yes.",
        "word2time": {
            "word": ["In", "Boston", ","],
            "normalized_word": ["in", "boston", ""],
            "start_second": [0.0, 0.2, -1.0],
            "end_second": [0.1, 0.4, -1.0],
        },
        "answer_spans": {"answer": ["boston"], "start_second": [0.2], "end_second": [0.4]},
    }
    item = one("slue_sqa5", put(tmp_path / "sqa5/test-0.parquet", [row]).parents[1])
    assert item.fields["answer_times"] == [{"start": 0.2, "end": 0.4, "text": "boston"}]
    assert [w["text"] for w in item.fields["word_times"]] == ["In", "Boston"]
    assert item.clip.frames == 8000 and item.reference == "boston"


def test_dynamic_superb_age_has_speech_and_no_text(tmp_path):
    row = {"audio": {"bytes": tone(tmp_path / "a.wav"), "path": "a.wav"}, "file": "spk7_a.wav"}
    row |= {"instruction": "How old?", "label": "sixties"}
    item = one("dynamic_superb_age", put(tmp_path / "data/test-0.parquet", [row]).parents[1])
    assert item.prompt == "" and item.fields == {"age": "sixties"} and item.audio is not None
    assert item.provenance.steps[0].note == "no transcript"


def voicebench(tmp_path: Path, config: str, **columns: Any) -> Path:
    row = {"audio": {"bytes": tone(tmp_path / "a.wav"), "path": None}, "prompt": "Hi?", **columns}
    put(tmp_path / config / "test-00000-of-00001.parquet", [row])
    return tmp_path


def test_voicebench_release(tmp_path):
    where = voicebench(tmp_path, "bbh", id="navigate_12", reference="Yes")
    item = one("voicebench", where, config="bbh")
    assert item.id == "voicebench-navigate_12" and item.reference == "Yes"
    assert item.fields == {"id": "navigate_12"} and item.clip.sampling_rate == 16_000
    assert one("voicebench", where, config="bbh", audio=False).audio is None
    with pytest.raises(VivavoceError, match="did you mean 'bbh'"):
        list(read("voicebench", where, config="bhh"))


@pytest.mark.parametrize("name", ["commoneval", "wildvoice"])
def test_voicebench_recordings(tmp_path, name):
    item = one(name, voicebench(tmp_path, name))
    assert item.id.startswith(f"{name}-") and item.license == about(name).license


def test_cs3_bench_is_read_in_its_released_form(tmp_path):
    row = {"Set": "Code-Switching Open-ended", "Qid": "codeswitching_open_ended-000"}
    row |= {"Audio": "x/000.wav", "Question": "什么是deep learning？", "Answer": "…", "Source": "m"}
    put(tmp_path / "json/cs_open_ended.json", [row])
    item = one("cs3_bench", tmp_path, set="cs_open_ended")
    assert item.id == "codeswitching_open_ended-000" and item.fields["Source"] == "m"


def test_cs3_bench_is_read_as_the_hub_has_it(tmp_path):
    row = {"Qid": "000", "Question": "Who?", "Source": "m", "Category": "c"}
    row["audio"] = {"bytes": tone(tmp_path / "a.wav"), "path": "0.wav"}
    put(tmp_path / "knowledge.parquet", [{**row, "Answer_zh": "他", "Answer_en": "he"}])
    put(tmp_path / "knowledge_en.parquet", [{**row, "Answer": "he"}])
    mixed = one("cs3_bench", tmp_path, set="cs_knowledge", audio=True)
    assert (mixed.reference, mixed.language) == ("他", "zh") and mixed.audio is not None
    english = one("cs3_bench", tmp_path / "knowledge_en.parquet")
    assert (english.reference, english.language, english.audio) == ("he", "en", None)


def test_released_recordings_are_found_under_either_folder_name(tmp_path):
    row = {"Set": "Instruction Following", "Qid": "instruction-000", "Category": "Format"}
    row |= {"Audio": "instruction/000.wav", "Question": "请写。", "Sub-category": None}
    put(tmp_path / "json/instruction_following.json", [row])
    tone(tmp_path / "instruction_following/000.wav")
    item = one("vocalbench_zh", tmp_path, set="instruction_following", audio=True)
    assert item.audio is not None and item.fields["Sub-category"] is None
