from __future__ import annotations

import pytest

from builders.stage import progress as module
from builders.stage.progress import about, progress


@pytest.fixture
def clock(monkeypatch):
    """Every look at the clock is twenty seconds later."""
    seconds = iter(range(0, 10_000, 20))
    monkeypatch.setattr(module.time, "monotonic", lambda: next(seconds))


def test_things_pass_through_in_order(capsys):
    assert list(progress(iter("abc"), "letters", 3)) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""


def test_lines_tell_what_is_done_and_the_time_left(clock, capsys):
    list(progress(range(10), "toy speech one", 10))
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "toy speech one: 2/10, about 3 min left"
    assert said[-2] == "toy speech one: 8/10, about 40 s left"


def test_without_a_total_the_time_left_is_not_known(clock, capsys):
    list(progress(range(4), "rows"))
    assert capsys.readouterr().err.splitlines() == ["rows: 2", "rows: 4"]


def test_times_are_told_as_a_person_would():
    assert [about(s) for s in (0, 89, 100, 5000, 9000)] == [
        "0 s",
        "89 s",
        "2 min",
        "83 min",
        "2.5 h",
    ]
