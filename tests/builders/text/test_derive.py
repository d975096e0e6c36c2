from __future__ import annotations

import pytest

from builders.item import Item
from builders.text.derive import every_nth, rename, row_number


def item(row_id):
    return Item(
        id=row_id,
        prompt="x",
        language="zh",
        source_id=row_id,
        source_revision="1",
        license="MIT",
        fields={"Set": "Single-Round"},
    )


@pytest.mark.parametrize(
    ("row_id", "number"), [("a-007", "007"), ("a-1-x", ""), ("12", "12"), ("a", "")]
)
def test_row_number(row_id, number):
    assert row_number(row_id) == number


def test_even_numbered_rows_are_counted_through_as_in_the_release():
    rows = [item(f"single_round-{n:03d}") for n in range(8)]
    kept = [row for row in rows if every_nth.function(row, None, n=2) == row]
    names = [
        rename.function(row, None, id="robust_clean-{number}", divide=2, fields={"Set": "Robust"})
        for row in kept
    ]
    assert [n.id for n in names] == [f"robust_clean-{n:03d}" for n in range(4)]
    assert [n.source_id for n in names] == [f"single_round-{n:03d}" for n in (0, 2, 4, 6)]
    assert {n.fields["Set"] for n in names} == {"Robust"}


def test_a_row_without_number_is_not_kept_and_keeps_its_name():
    assert every_nth.function(item("a"), None) == []
    assert rename.function(item("a"), None, id="b-{id}").id == "b-a"
