"""Sources that cannot be had here, each on a small file in the format its publisher documents."""

from __future__ import annotations

from typing import Any

import pytest
from source_files import one, options_of, put

from builders.errors import VivavoceError
from builders.item import Item
from builders.sources import SOURCES, about, read
from builders.step import Rejected


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


def test_storal_reads_the_language_asked_for(tmp_path):
    for part in ("zh_test", "zh_valid", "en_train"):
        row = {"story": f"A {part} story.", "moral": "Be patient."}
        put(tmp_path / f"storal_{part}-00000.parquet", [row])
    put(tmp_path / "storal_zh_unlabel-00000.parquet", [{"story": "No moral."}])
    rows = list(read("storal", tmp_path, language="zh"))
    assert [row.prompt for row in rows] == ["A zh_test story.", "A zh_valid story."]
    assert one("storal", tmp_path, language="en").language == "en"


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


def test_a_file_of_no_known_task_is_refused(tmp_path):
    file = tmp_path / "navigat.json"
    file.write_text('{"examples": [{"input": "a", "target": "b"}]}')
    with pytest.raises(VivavoceError, match="did you mean 'navigate'"):
        list(read("bbh", file))


@pytest.mark.parametrize("text", ["[]", "{1: 2}"])
def test_a_literal_without_dialogues_is_refused(tmp_path, text):
    file = tmp_path / "wdyl_dialogues.txt"
    file.write_text(text)
    with pytest.raises(VivavoceError, match="expected"):
        list(read("wdyl", file))


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


def test_every_source_states_its_facts():
    for name in SOURCES:
        facts = about(name)
        assert facts.name == name and facts.license and facts.homepage
        assert facts.home is not None or facts.how, f"{name} says neither where nor how"
        assert facts.language in ("en", "zh", "mul")
