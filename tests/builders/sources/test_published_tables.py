"""The counts of the papers' tables, from the released texts alone."""

from __future__ import annotations

import csv
from collections import Counter

import pytest
from source_files import items_of


def categories(shared, name: str, column: str = "Category") -> Counter[str]:
    rows = items_of("vocalbench_zh", shared / "sources" / "vocalbench-zh", set=name)
    return Counter(row.fields[column] for row in rows)


def table(shared, number: int) -> list[dict[str, str]]:
    path = shared / "spec" / "tables" / f"vocalbench_zh_table{number:02d}.tsv"
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def assert_counts_explain(rows, columns: dict[str, int], decimals: int) -> None:
    """Every printed percentage is a whole number of right answers out of the count."""
    for row in rows:
        for column, count in columns.items():
            right = round(float(row[column]) * count / 100)
            assert round(100 * right / count, decimals) == pytest.approx(
                float(row[column]), abs=0.6 * 10**-decimals
            ), (row["model"], column)


def test_reasoning_counts_are_those_of_table_7(shared):
    found = categories(shared, "reasoning")
    base = {
        "analogical": found["Analogical"],
        "causal": found["Causal"],
        "common_sense": found["Common_sense"],
        "conflict": found["Conflict"],
        "deductive_inductive": found["Deductive/Inductive"],
        "hypothesis": found["Hypothesis"],
        "story": found["Story"],
        "counter_proposition": found["Counter Proposition"],
    }
    culture = {
        "graphological": found["Graphological"],
        "anachronisms": found["Anachronisms"],
        "movie_recommendation": found["Movie Recommendation"],
        "nli": found["Natural Language Inference"],
        "reading_comprehension": found["Reading Comprehension"],
        "sequence_understanding": found["Sequence Understanding"],
    }
    assert sum(base.values()) == 432 and sum(culture.values()) == 150 and found["Math"] == 269
    assert_counts_explain(table(shared, 7), {**base, **culture, "math": found["Math"]}, 2)
    # The totals of the table weigh the categories by exactly these counts.
    for row in table(shared, 7):
        right = sum(round(float(row[c]) * n / 100) for c, n in base.items())
        assert 100 * right / 432 == pytest.approx(float(row["base_total"]), abs=0.01)


def test_creativity_counts_weigh_the_total_of_table_8(shared):
    found = categories(shared, "creativity")
    names = {
        "narrative": "Narratives",
        "argumentative": "Argumentative",
        "descriptive": "Descriptive",
        "role_play": "Role Play",
        "ancient_appreciation": "Achient Poetry Appreciation",
        "ancient_writing": "Achient Format Writing",
        "modern_poem_appreciation": "Modern Poem Appreciation",
        "modern_poem_writing": "Modern Poem Writing",
    }
    for row in table(shared, 8):
        mean = sum(float(row[c]) * found[name] for c, name in names.items()) / 240
        assert mean == pytest.approx(float(row["total"]), abs=0.006), row["model"]


def test_multi_round_counts_are_those_of_table_9(shared):
    found = categories(shared, "multi_round")
    assert sum(found.values()) == 400 and len(found) == 13
    assert_counts_explain(table(shared, 9), dict(found), 2)
    for row in table(shared, 9):
        right = sum(round(float(row[c]) * n / 100) for c, n in found.items())
        assert 100 * right / 400 == pytest.approx(float(row["total"]), abs=0.005), row["model"]


def test_instruction_counts_are_those_of_tables_10_and_11(shared):
    found = categories(shared, "instruction_following")
    weights = {
        "paralinguistic": found["Paralinguistic"],
        "content": found["Content"],
        "style": found["Style"],
        "situation": found["Situation"],
        "format": found["Format"],
        "mandarin_specific": found["Mandarin specific"],
    }
    assert list(weights.values()) == [200, 300, 200, 100, 100, 100]
    for row in table(shared, 11):
        mean = sum(float(row[c]) * n for c, n in weights.items()) / 1000
        if row["model"] not in ("Qwen3-Omni", "MiMo-Audio-Instruct"):  # misprinted, see errata
            assert mean == pytest.approx(float(row["total"]), abs=0.06), row["model"]
    subs = categories(shared, "instruction_following", "Sub-category")
    ten = [name for name, count in subs.items() if count == 50 and name is not None]
    assert len(ten) == 14 == len(table(shared, 10)[0]) - 1
