from __future__ import annotations

import json
from collections import Counter

import pytest

from evaluation.metrics.reasoning import (
    BASE,
    CATEGORIES,
    CULTURE,
    OPEN,
    REASONING,
    reasoning_category,
)


@pytest.mark.parametrize(
    ("category", "judged", "value"),
    [
        ("Math", {"correct": "yes", "score": 1}, 1.0),
        ("Math", {"score": 5}, None),
        ("Common_sense", {"correct": "no"}, 0.0),
        ("Story", {"score": 4}, 1.0),
        ("Story", {"score": 3}, 0.0),
        ("Story", {"score": 3.5}, 1.0),
        ("Conflict", {"correct": "yes"}, None),
    ],
)
def test_category_decides_what_is_read(make_row, category, judged, value) -> None:
    got = REASONING.measure(make_row(fields={"Category": category}, judged=judged))
    assert (None if got is None else got[0]) == value


def test_groups() -> None:
    assert (len(BASE), len(CULTURE), len(CATEGORIES)) == (8, 6, 15)
    assert OPEN < BASE and "math" not in BASE | CULTURE


def test_released_categories_and_the_script_s_ranges(shared, make_row) -> None:
    path = shared / "sources" / "vocalbench-zh" / "json" / "reasoning.json"
    data = json.loads(path.read_text("utf-8"))
    names = [reasoning_category(make_row(fields={"Category": r["Category"]})) for r in data]
    assert None not in names
    # Indices that the public script judges against an exact answer.
    exact = [*range(150), *range(251, 341), *range(388, 463), *range(524, 793), *range(843, 851)]
    assert {names[i] for i in exact}.isdisjoint(OPEN)
    assert {names[i] for i in set(range(851)) - set(exact)} == OPEN
    assert Counter(names)["math"] == 269
