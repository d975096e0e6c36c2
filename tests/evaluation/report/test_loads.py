from __future__ import annotations

from evaluation.contracts import Example, Response, Row
from evaluation.report.loads import of_one_load


def rows(*loads: dict | None) -> list[Row]:
    made = []
    for number, usage in enumerate(loads):
        example = Example(str(number), "f", "c", "test", "why?", "en")
        said = None if usage is None else Response(str(number), "a", seconds=1.0, usage=usage)
        made.append(Row(example, said))
    return made


def test_a_single_stream_needs_no_word():
    given = rows({}, {}, None)
    assert of_one_load(given) == (given, None)
    assert of_one_load([]) == ([], None)


def test_one_load_is_named():
    given = rows({"batch": 8}, {"batch": 8})
    kept, note = of_one_load(given)
    assert kept == given
    assert note == (
        "Times are those of 2 rows taken under batch 8. They say what a machine gets through, "
        "not what one user waits."
    )


def test_times_of_other_loads_are_left_out_and_the_answers_stay():
    kept, note = of_one_load(rows({}, {"streams": 4}, {}, {"batch": 8}, None))
    assert [r.response and r.response.seconds for r in kept] == [1.0, None, 1.0, None, None]
    assert [r.response and r.response.text for r in kept] == ["a", "a", "a", "a", None]
    assert note == (
        "Times are those of 2 rows taken under single; 1 under batch 8, 1 under streams 4 are left "
        "out."
    )
    assert of_one_load(rows({}, {"batch": 2}))[1].startswith(
        "Times are those of 1 rows taken under single"
    )
