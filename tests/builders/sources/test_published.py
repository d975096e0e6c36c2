"""Public sources read whole, against what their publishers and the papers state."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from source_files import items_of

from builders.item import Item
from builders.sources import SourceError, about, read
from builders.sources.survey import survey
from builders.step import Rejected

WHOLE = [
    ("alpaca_eval", "alpaca_eval", 805),
    ("alignbench", "alignbench", 683),
    ("charm", "charm", 1800),
    ("chinese_simpleqa", "chinese_simpleqa", 3000),
    ("gsm8k", "gsm8k", 1319),
    ("ifeval", "ifeval", 541),
    ("mt_bench_101", "mt_bench_101", 1388),
    ("wdyl", "wdyl", 1000),
    ("wenmind", "wenmind", 4875),
]


@pytest.mark.parametrize(("name", "folder", "count"), WHOLE)
def test_every_row_is_read(shared, name, folder, count):
    rows = items_of(name, shared / "sources" / folder)
    assert len(rows) == count
    assert len({row.id for row in rows}) == count
    assert about(name).rows in ({}, {"all": count}, {"test": count})
    assert all(row.prompt and row.license and row.source_revision for row in rows)


def test_vocalbench_zh_has_11115_rows_and_robust_clean(shared):
    where = shared / "sources" / "vocalbench-zh"
    counts = {}
    for name in about("vocalbench_zh").rows:
        counts[name] = len(items_of("vocalbench_zh", where, set=name))
    assert counts == about("vocalbench_zh").rows
    assert counts.pop("robust_clean") == 100
    assert sum(counts.values()) == 11115


def test_vocalbench_has_the_published_rows(shared):
    where = shared / "sources" / "vocalbench-en"
    counts = {n: len(items_of("vocalbench", where, set=n)) for n in about("vocalbench").rows}
    assert counts == about("vocalbench").rows


NOTES = ("column Question_zh is missing", "column Question_zh is empty")


def test_known_defects_are_survived_and_reported(shared):
    where = shared / "sources" / "vocalbench-zh"
    rows = items_of("vocalbench_zh", where, set="cs_knowledge")
    noted = {note: {r.id for r in rows if r.provenance.steps[0].note == note} for note in NOTES}
    missing, empty = noted.values()
    assert missing == {"codeswitching_knowledge-168", "codeswitching_knowledge-169"}
    assert len(empty) == 6
    assert all(r.fields["Question_zh"] is None for r in rows if r.id in missing | empty)

    emotion = items_of("vocalbench_zh", where, set="emotion")
    assert all("Question_prompt" in r.fields and len(r.fields["Score"]) == 5 for r in emotion)
    found = survey("vocalbench_zh", emotion, {"set": "emotion"})
    assert dict(found.notes) == {"column Question_prmopt renamed Question_prompt": 500}

    knowledge = [
        survey("vocalbench_zh", items_of("vocalbench_zh", where, set=name))
        for name in ("chinese_knowledge", "foreign_knowledge", "general_knowledge")
    ]
    assert sum(each.one_character for each in knowledge) == 131
    assert sum(each.repeats for each in knowledge) >= 4
    assert {r.language for r in items_of("vocalbench_zh", where, set="cs_knowledge_en")} == {"en"}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("creativity", "misspelt, kept as released: Category 'Achient Format Writing' 30"),
        ("creativity", "digits of the ids: 3 in 240"),
        ("general_knowledge", "digits of the ids: 4 in 1000"),
        ("general_knowledge", "repeated prompts 2"),
        ("general_knowledge", "references of one character 72"),
        ("cs_knowledge", "repaired 2: column Question_zh is missing"),
        ("emotion", "repaired 500: column Question_prmopt renamed Question_prompt"),
        ("robust", "revision 3524c78c78c5da3b2636f3ffe9740f6a04a1222a: 3600"),
    ],
)
def test_the_survey_tells_the_known_defects(shared, name, line):
    where = shared / "sources" / "vocalbench-zh"
    found = survey("vocalbench_zh", items_of("vocalbench_zh", where, set=name), {"set": name})
    assert f"\n  {line}\n" in found.text() + "\n" and not found.differs


def test_the_released_folder_of_instructions_has_another_name_in_the_table(shared):
    where = shared / "sources" / "vocalbench-zh" / "json" / "instruction_following.json"
    audio = {row["Audio"].split("/")[0] for row in json.loads(where.read_text(encoding="utf-8"))}
    assert audio == {"instruction"}  # test_formats reads it under both


@pytest.mark.parametrize(
    ("name", "folder", "rows"),
    [
        ("alignbench", "alignbench", 683),
        ("charm", "charm", 1800),
        ("chinese_simpleqa", "chinese_simpleqa", 3000),
        ("cmmlu", "cmmlu", 1039),
        ("followbench", "followbench_zh", 893),
        ("gsm8k", "gsm8k", 1319),
        ("ifeval", "ifeval", 541),
        ("wenmind", "wenmind", 4875),
    ],
)
def test_local_copies_are_known_to_be_the_pinned_files(shared, name, folder, rows):
    found = survey(name, read(name, shared / "sources" / folder))
    assert dict(found.revisions) == {about(name).home["revision"]: rows}


def test_robust_clean_is_the_even_half_of_single_round(shared):
    where = shared / "sources" / "vocalbench-zh"
    single = items_of("vocalbench_zh", where, set="single_round")
    clean = items_of("vocalbench_zh", where, set="robust_clean")
    assert [row.prompt for row in clean] == [row.prompt for row in single[::2]]


def test_a_set_must_be_named(shared):
    with pytest.raises(SourceError, match="name a set: chinese_knowledge"):
        list(read("vocalbench_zh", shared / "sources" / "vocalbench-zh"))


def test_cmmlu_options_and_answers(shared):
    rows = items_of("cmmlu", shared / "sources" / "cmmlu")
    assert Counter(row.fields["subject"] for row in rows) == {
        "chinese_food_culture": 136,
        "chinese_history": 323,
        "high_school_biology": 169,
        "jurisprudence": 411,
    }
    for row in rows:
        right = [o for o in row.fields["options"] if o["label"] == row.fields["answer_key"]]
        assert len(row.fields["options"]) == 4 and right[0]["text"] == row.reference


def test_charm_options_are_taken_out_of_the_prompt(shared):
    rows = items_of("charm", shared / "sources" / "charm")
    assert all(row.provenance.steps[0].note is None for row in rows)
    assert not any("(B)" in row.prompt for row in rows)
    tasks = Counter((row.fields["half"], row.fields["task"]) for row in rows)
    assert len(tasks) == 14 and tasks["Chinese", "Reading Comprehension"] == 200


def test_followbench_rejects_only_the_empty_instructions(shared):
    rows = list(read("followbench", shared / "sources" / "followbench_zh"))
    rejected = [row for row in rows if isinstance(row, Rejected)]
    assert len(rows) == 908 and len(rejected) == 15
    assert {row.reason for row in rejected} == {"empty prompt"}
    kinds = Counter(row.fields["kind"] for row in rows if isinstance(row, Item))
    assert kinds == {
        "content": 123,
        "example": 200,
        "format": 180,
        "mixed": 78,
        "situation": 132,
        "style": 180,
    }


def test_llama_questions_bring_their_speech(shared):
    rows = items_of("llama_questions", shared / "sources" / "llama_questions")
    assert len(rows) == 60 and rows[0].prompt == "What is the capital of France?"
    assert rows[0].id == "llama_questions-1" and rows[0].reference == "Paris"
    assert {row.clip.sampling_rate for row in rows} == {16_000}
    assert all(0.8 < row.clip.seconds < 15 for row in rows)
    speech = rows[0].provenance.speech
    assert speech is not None and speech.engine == "recorded"


def test_multi_turn_dialogues_end_with_the_spoken_turn(shared):
    row = next(iter(read("mt_bench_101", shared / "sources" / "mt_bench_101")))
    assert row.id == "mt_bench_101-GR-1" and row.fields["Category"] == "GR"
    assert [turn["from"] for turn in row.fields["Context"]] == ["user", "assistant"] * 2
    assert row.prompt not in [turn["value"] for turn in row.fields["Context"]]


def test_wdyl_answers_are_spoken_once(shared):
    for row in items_of("wdyl", shared / "sources" / "wdyl"):
        assert row.prompt.lower().count(row.fields["answer"].lower()) == 1
        assert row.reference == row.fields["answer"]
        assert {turn["gender"] for turn in row.fields["turns"]} == {"man", "woman"}


def test_alpaca_parts_are_chosen_by_column(shared):
    where = shared / "sources" / "alpaca_eval"
    rows = items_of("alpaca_eval", where, only={"dataset": ["helpful_base", "vicuna"]})
    assert len(rows) == 129 + 80


def test_gsm8k_keeps_the_number_and_drops_calculator_marks(shared):
    rows = items_of("gsm8k", shared / "sources" / "gsm8k")
    assert rows[0].reference == "18"
    assert not any("<<" in row.fields["solution"] for row in rows)
