from __future__ import annotations

import pytest

from evaluation.contracts import Response
from evaluation.run.timing import load_of, summary


def test_single_stream_and_batch_are_told_apart():
    rows = [
        Response("1", text="a", seconds=2.0, duration=4.0, first_token=0.5),
        Response("2", text="a", seconds=1.0, duration=2.0, first_token=0.1),
        Response("3", text="a", seconds=0.25, duration=1.0, usage={"batch": 8}),
        Response("4", text="a", seconds=9.0, duration=1.0, usage={"streams": 16}),
        Response("5", error="timeout", seconds=100.0),
    ]
    assert [load_of(r) for r in rows[:4]] == ["single", "single", "batch 8", "streams 16"]
    assert summary(rows) == {
        "single": {"rows": 2, "seconds": 1.5, "first_token": 0.3, "rtf": 0.5},
        "batch 8": {"rows": 1, "seconds": 0.25, "rtf": 0.25},
        "streams 16": {"rows": 1, "seconds": 9.0, "rtf": 9.0},
    }


@pytest.mark.parametrize(
    ("usage", "load"),
    [
        ({}, "single"),
        ({"batch": 1, "streams": 1}, "single"),
        ({"batch": None, "streams": 0}, "single"),
        ({"batch": 4, "streams": 2}, "batch 4"),
        ({"streams": 2, "tokens": 9}, "streams 2"),
    ],
)
def test_the_load_of_an_answer(usage, load):
    assert load_of(Response("1", text="a", usage=usage)) == load


def test_what_no_row_states_is_left_out():
    assert summary([]) == {}
    assert summary([Response("1", text="a")]) == {}
    assert summary([Response("1", text="a", seconds=1.0, duration=0.0)]) == {
        "single": {"rows": 1, "seconds": 1.0}
    }


def test_the_factor_counts_spoken_answers_alone():
    rows = [
        Response("1", text="a", seconds=3.0, duration=2.0, first_audio=1.0),
        Response("2", text="b", seconds=99.0),
    ]
    assert summary(rows) == {"single": {"rows": 2, "seconds": 51.0, "first_audio": 1.0, "rtf": 1.5}}


def test_what_a_program_says_of_its_load_may_be_anything():
    row = Response("a", text="x", seconds=1.0, usage={"batch": "many", "streams": None})
    assert summary([row]) == {"single": {"rows": 1, "seconds": 1.0}}
