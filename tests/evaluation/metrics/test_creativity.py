from __future__ import annotations

import json

from evaluation.metrics.creativity import CREATIVITY, GENRES, genre
from evaluation.score import score


def test_released_genres(shared, make_row) -> None:
    path = shared / "sources" / "vocalbench-zh" / "json" / "creativity.json"
    data = json.loads(path.read_text("utf-8"))
    found = {genre(make_row(fields={"Category": r["Category"]})) for r in data}
    assert found == set(GENRES.values())
    assert len(found) == 8


def test_misspelt_and_right_are_one(make_row) -> None:
    rows = [
        make_row("a", fields={"Category": "Achient Format Writing"}, judged={"score": 2}),
        make_row("b", fields={"Category": "Ancient Format Writing"}, judged={"score": 4}),
        make_row("c", fields={"Category": "Limericks"}, judged={"score": 5}),
    ]
    got = score(CREATIVITY, rows, category=genre)
    assert {k: p.value for k, p in got.parts.items()} == {"ancient_writing": 3.0}
    assert got.n == 3
