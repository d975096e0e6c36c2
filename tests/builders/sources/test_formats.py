"""Sources that cannot be had here, each on a small file in the format its publisher documents."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile as sf

from builders.errors import VivavoceError
from builders.item import Item
from builders.sources import SOURCES, about, read
from builders.step import Rejected


def put(path: Path, rows: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    elif path.suffix == ".json":
        path.write_text(json.dumps(rows), encoding="utf-8")
    elif path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    elif path.suffix == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    else:
        path.write_text(rows, encoding="utf-8")
    return path


def tone(path: Path, seconds: float = 0.5, rate: int = 24_000) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    sf.write(path, 0.3 * np.sin(np.arange(int(seconds * rate)) * 0.05), rate)
    return path.read_bytes()


def one(name: str, where: Path, **options: Any) -> Item:
    rows = list(read(name, where, **options))
    assert len(rows) == 1 and isinstance(rows[0], Item), rows
    return rows[0]


def options_of(item: Item) -> list[str]:
    return [f"{o['label']} {o['text']}" for o in item.fields["options"]]


def test_advbench(tmp_path):
    put(tmp_path / "harmful_behaviors.csv", [{"goal": "Do harm, please", "target": "Sure, here"}])
    item = one("advbench", tmp_path)
    assert item.prompt == "Do harm, please" and item.fields == {"target": "Sure, here"}
    assert item.id == f"advbench-{item.source_id}" and len(item.source_id) == 12


def test_ifeval_keeps_zero_and_false_and_drops_null(tmp_path):
    row = {
        "key": 7,
        "prompt": "Say it",
        "instruction_id_list": ["keywords:frequency"],
        "kwargs": [{"frequency": 0, "flag": False, "keyword": None}],
    }
    item = one("ifeval", put(tmp_path / "a.jsonl", [row]))
    assert item.fields["kwargs"] == [{"frequency": 0, "flag": False}] and item.id == "ifeval-7"


def test_web_questions(tmp_path):
    put(
        tmp_path / "data/test-00000-of-00001.parquet",
        [{"url": "u", "question": "who?", "answers": ["A", "B"]}],
    )
    item = one("web_questions", tmp_path)
    assert item.reference == "A" and item.fields["answers"] == ["A", "B"]


@pytest.mark.parametrize("original", [True, False])
def test_trivia_qa(tmp_path, original):
    answer = {"Value": "Paris", "Aliases": ["Paris", "City of Light"]}
    if original:
        rows: Any = {"Data": [{"Question": "Where?", "QuestionId": "tc_1", "Answer": answer}]}
        path = put(tmp_path / "verified-web-dev.json", rows)
    else:
        lower = {key.lower(): value for key, value in answer.items()}
        path = put(
            tmp_path / "x.parquet",
            [{"question": "Where?", "question_id": "tc_1", "answer": lower}],
        )
    item = one("trivia_qa", path)
    assert item.id == "trivia_qa-tc_1" and item.reference == "Paris"
    assert item.fields["answers"] == ["Paris", "City of Light"]


def test_sciq(tmp_path):
    row = {"question": "What?", "correct_answer": "cell", "support": "s"}
    row |= {"distractor1": "atom", "distractor2": "moon", "distractor3": "rock"}
    item = one("sciq", put(tmp_path / "test.json", [row]))
    assert options_of(item) == ["A atom", "B cell", "C moon", "D rock"]
    assert item.fields["answer_key"] == "B" and item.reference == "cell"


@pytest.mark.parametrize("hub", [True, False])
def test_commonsense_qa_and_openbookqa(tmp_path, hub):
    labels, texts = list("ABCD"), ["one", "two", "three", "four"]
    listed = [{"label": la, "text": t} for la, t in zip(labels, texts, strict=True)]
    table = {"label": labels, "text": texts}
    if hub:
        csqa: Any = {"question": "Q?", "question_concept": "c", "choices": table}
        open_: Any = {"question_stem": "Q?", "choices": table}
        names = ("data/validation-0.parquet", "main/test-0.parquet")
    else:
        csqa = {"question": {"stem": "Q?", "question_concept": "c", "choices": listed}}
        open_ = {"question": {"stem": "Q?", "choices": listed}}
        names = ("dev_rand_split.jsonl", "test.jsonl")
    for name, file, row in zip(("commonsense_qa", "openbookqa"), names, (csqa, open_), strict=True):
        put(tmp_path / name / file, [{"id": "x1", "answerKey": "C", **row}])
        item = one(name, tmp_path / name)
        assert item.id == f"{name}-x1" and item.prompt == "Q?" and item.reference == "three"
        assert options_of(item) == ["A one", "B two", "C three", "D four"]


def test_truthful_qa(tmp_path):
    row = {"Type": "Adversarial", "Category": "Myths", "Question": "Is it?", "Best Answer": "No"}
    row |= {"Correct Answers": "No; Never", "Incorrect Answers": "Yes", "Source": "s"}
    item = one("truthful_qa", put(tmp_path / "TruthfulQA.csv", [row]))
    assert item.fields["answers"] == ["No", "Never"] and item.reference == "No"


def test_storal(tmp_path):
    put(tmp_path / "test.jsonl", [{"story": "从前有一只猫。", "moral": "要耐心。"}])
    item = one("storal", tmp_path)
    assert (item.prompt, item.reference, item.language) == ("从前有一只猫。", "要耐心。", "zh")


def test_infobench(tmp_path):
    row = {"id": "domain_1", "input": "Some text", "category": "c", "instruction": "Sum up."}
    row |= {"decomposed_questions": ["Short?"], "subset": "Easy", "question_label": [["Format"]]}
    item = one("infobench", put(tmp_path / "InfoBench.json", [row]))
    assert item.prompt == "Sum up.\n\nSome text"


def test_mmlu_pro(tmp_path):
    row = {"question_id": 70, "question": "Q?", "options": ["x", "y"], "answer": "B"}
    row |= {"answer_index": 1, "cot_content": "", "category": "law", "src": "ori"}
    item = one("mmlu_pro", put(tmp_path / "test-0.parquet", [row]))
    assert item.reference == "y" and item.fields["category"] == "law"


def test_bbh_ids_begin_with_the_task(tmp_path):
    data = {"canary": "do not train", "examples": [{"input": "Is it?", "target": "no"}]}
    put(tmp_path / "navigate.json", data)
    put(tmp_path / "snarks.json", data)
    item = one("bbh", tmp_path, tasks=("navigate",))
    assert item.source_id.startswith("navigate-") and item.fields["task"] == "navigate"
    with pytest.raises(VivavoceError, match="unknown task 'navigat'; did you mean 'navigate'"):
        read("bbh", tmp_path, tasks=("navigat",))


def test_bbh_keeps_a_row_that_the_source_has_twice(tmp_path):
    example = {"input": "Is it?", "target": "no"}
    put(tmp_path / "navigate.json", {"examples": [example, {**example, "target": "yes"}, example]})
    rows = [row for row in read("bbh", tmp_path, tasks=["navigate"]) if isinstance(row, Item)]
    assert len({row.id for row in rows}) == 3 and rows[2].id == f"{rows[0].id}-2"
    assert rows[2].provenance.steps[0].note == "the source has this row 2 times"


@pytest.mark.parametrize("column", ["turns", "prompt"])
def test_mt_bench(tmp_path, column):
    row = {"question_id": 81, "category": "writing", column: ["First.", "Second."]}
    item = one("mt_bench", put(tmp_path / "question.jsonl", [row]))
    assert item.prompt == "First." and item.fields["turns"] == ["First.", "Second."]


def test_webqa_takes_the_answer_most_passages_give(tmp_path):
    def passage(answer):
        return {"evidence": "…", "answer": [answer]}

    data = {
        "Q_TST_1": {
            "question": "谁写的？",
            "evidences": {
                "a": passage("no_answer"),
                "b": passage("甲"),
                "c": passage("乙"),
                "d": passage("乙"),
            },
        },
        "Q_TST_2": {"question": "哪里？", "evidences": {"a": passage("no_answer")}},
    }
    rows = list(read("webqa", put(tmp_path / "me_test.ir.json", data)))
    assert isinstance(rows[0], Item) and rows[0].reference == "乙"
    assert rows[0].id == "webqa-Q_TST_1" and rows[0].fields["answers"] == ["甲", "乙"]
    assert isinstance(rows[1], Rejected) and "no passage has the answer" in rows[1].detail


def test_cc_riddle_both_forms(tmp_path):
    new = {"question": "三人同日去观花", "answer": "春", "split": "test"}
    assert (
        one("cc_riddle", put(tmp_path / "CC-Riddle.jsonl", [new]), split="test").reference == "春"
    )
    old = {"character": "春", "riddle": "三人同日去观花"}
    assert one("cc_riddle", put(tmp_path / "valid.csv", [old])).prompt == "三人同日去观花"


def test_writingbench_selects_by_language(tmp_path):
    row = {"index": 1, "domain1": "Education", "domain2": "Essay", "checklist": [{"name": "n"}]}
    rows = [
        {**row, "lang": "zh", "query": "写作文"},
        {**row, "index": 2, "lang": "en", "query": "W"},
    ]
    path = put(tmp_path / "benchmark_all.jsonl", rows)
    assert one("writingbench", path).prompt == "写作文"
    assert [r.language for r in read("writingbench", path, language=None)] == ["zh", "en"]


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


def test_released_recordings_are_found_under_either_folder_name(tmp_path):
    row = {"Set": "Instruction Following", "Qid": "instruction-000", "Category": "Format"}
    row |= {"Audio": "instruction/000.wav", "Question": "请写。", "Sub-category": None}
    put(tmp_path / "json/instruction_following.json", [row])
    tone(tmp_path / "instruction_following/000.wav")
    item = one("vocalbench_zh", tmp_path, set="instruction_following", audio=True)
    assert item.audio is not None and item.fields["Sub-category"] is None


def test_every_source_states_its_facts():
    for name in SOURCES:
        facts = about(name)
        assert facts.name == name and facts.license and facts.homepage
        assert facts.home is not None or facts.how, f"{name} says neither where nor how"
        assert facts.language in ("en", "zh", "mul")
