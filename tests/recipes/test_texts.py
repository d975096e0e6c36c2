"""The sample texts are whole, in the published form, and our own."""

from __future__ import annotations

import re
import unicodedata

import pytest

from builders.item import Item
from builders.sources import about, read
from builders.step import Rejected

FEWER = {"robust_clean": 4, "slue_sqa5": 4}


@pytest.fixture(scope="module")
def texts(root) -> dict[tuple[str, str], list[Item]]:
    found = {}
    for path in sorted((root / "recipes" / "texts").glob("*/*.jsonl")):
        rows = list(read("jsonl", path, license="Apache-2.0"))
        assert not [row for row in rows if isinstance(row, Rejected)], path
        found[path.parent.name, path.stem] = rows
    return found


def test_every_config_has_rows(texts, shared):
    configs = {config for family, config in texts if family == "vocalbench_zh"}
    assert configs == set(about("vocalbench_zh").rows) - {"robust"}
    configs = {config for family, config in texts if family == "voicebench"}
    assert configs == set(about("voicebench").rows)
    assert {config for family, config in texts if family == "ear"} == {"wdyl", "slue_sqa5"}
    for (_, config), rows in texts.items():
        assert len(rows) >= FEWER.get(config, 5), config


def test_columns_and_values_are_those_of_the_release(texts, shared):
    where = shared / "sources" / "vocalbench-zh"
    for (family, config), rows in texts.items():
        if family != "vocalbench_zh":
            continue
        released = list(read("vocalbench_zh", where, set=config))
        columns = set().union(*(row.fields for row in released))
        for row in rows:
            assert set(row.fields) - {"source_row"} <= columns, row.id
            assert (row.reference is None) == (released[0].reference is None), row.id
            assert row.id.rpartition("-")[0] == released[0].id.rpartition("-")[0], row.id
            for column in ("Set", "Category", "Sub-category", "Question_emo"):
                if column in row.fields:
                    assert row.fields[column] in {r.fields[column] for r in released}, row.id


def test_instruction_following_has_all_categories(texts):
    rows = texts["vocalbench_zh", "instruction_following"]
    assert len({row.fields["Category"] for row in rows}) == 6
    assert len({row.fields["Sub-category"] for row in rows}) >= 14


def test_robust_clean_is_the_even_half_of_single_round(texts):
    single = texts["vocalbench_zh", "single_round"]
    clean = texts["vocalbench_zh", "robust_clean"]
    assert [row.prompt for row in clean] == [row.prompt for row in single[::2]]
    assert [row.fields["source_row"] for row in clean] == [row.id for row in single[::2]]


def test_the_smaller_alpacaeval_is_a_part_of_the_larger(texts):
    larger = {row.id: row.prompt for row in texts["voicebench", "alpacaeval_full"]}
    assert {
        row.id: row.prompt for row in texts["voicebench", "alpacaeval"]
    }.items() <= larger.items()


def test_ifeval_arguments_are_known(texts, shared):
    known: dict[str, set[str]] = {}
    for row in read("ifeval", shared / "sources" / "ifeval"):
        assert isinstance(row, Item)
        ids, kwargs = row.fields["instruction_id_list"], row.fields["kwargs"]
        for name, given in zip(ids, kwargs, strict=True):
            known.setdefault(name, set()).update(given)
    for row in texts["voicebench", "ifeval"]:
        ids, kwargs = row.fields["instruction_id_list"], row.fields["kwargs"]
        for name, given in zip(ids, kwargs, strict=True):
            assert set(given) == known[name], (row.id, name)


def test_choices_name_one_of_their_options(texts):
    for config in ("openbookqa", "mmsu"):
        for row in texts["voicebench", config]:
            letters = re.findall(r"Option ([A-Z]): ", row.prompt)
            assert letters == list("ABCD") and row.reference in letters, row.id


def test_ear_answers_are_spoken_once(texts):
    for row in texts["ear", "wdyl"]:
        spoken = " ".join(turn["text"] for turn in row.fields["turns"])
        assert spoken == row.prompt
        assert len(re.findall(rf"\b{row.reference}\b", spoken, re.IGNORECASE)) == 1, row.id
        assert {turn["gender"] for turn in row.fields["turns"]} == {"woman", "man"}
    for row in texts["ear", "slue_sqa5"]:
        ((begin, end),) = row.fields["answer_spans"]
        assert row.prompt[begin:end] == row.reference and row.prompt.count(row.reference) == 1


def test_no_text_is_taken_from_a_benchmark(texts, shared):
    sources = shared / "sources"
    known: set[str] = set()

    def letters(text: str) -> str:
        text = unicodedata.normalize("NFKC", text).casefold()
        return "".join(ch for ch in text if ch.isalnum())

    for name, folder in [
        ("alpaca_eval", "alpaca_eval"),
        ("alignbench", "alignbench"),
        ("charm", "charm"),
        ("chinese_simpleqa", "chinese_simpleqa"),
        ("cmmlu", "cmmlu"),
        ("followbench", "followbench_zh"),
        ("gsm8k", "gsm8k"),
        ("ifeval", "ifeval"),
        ("mt_bench_101", "mt_bench_101"),
        ("wdyl", "wdyl"),
        ("wenmind", "wenmind"),
    ]:
        rows = read(name, sources / folder)
        known |= {letters(row.prompt) for row in rows if isinstance(row, Item)}
    for name, folder in [("vocalbench_zh", "vocalbench-zh"), ("vocalbench", "vocalbench-en")]:
        for part in about(name).rows:
            known |= {letters(r.prompt) for r in read(name, sources / folder, set=part)}
    known |= {
        letters(r.prompt) for r in read("llama_questions", sources / "llama_questions", audio=False)
    }
    taken = [
        (config, row.id)
        for (_, config), rows in texts.items()
        for row in rows
        if letters(row.prompt) in known
    ]
    assert taken == []
