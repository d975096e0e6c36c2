from __future__ import annotations

import json

import step_sums


def test_no_costly_step_changed_under_its_old_version():
    assert (
        step_sums.complaints(json.loads(step_sums.FILE.read_text()), step_sums.costly_steps()) == []
    )


def plain(item, ctx, most=3):
    return item.id[:most]


def same(item, ctx, most=3):
    """A docstring counts for nothing."""
    # Nor does a comment.
    return item.id[:most]


def other_default(item, ctx, most=4):
    return item.id[:most]


def other_body(item, ctx, most=3):
    return item.id[most:]


def test_the_sum_is_of_the_code_alone():
    sums = [step_sums.code_sum(f) for f in (plain, same, other_default, other_body)]
    assert sums[0] == sums[1]
    assert len(set(sums)) == 3


def test_complaints_say_what_to_do():
    kept = {"a": [1, "x"], "b": [1, "x"], "c": [1, "x"], "gone": [1, "x"]}
    now = {"a": [1, "x"], "b": [1, "y"], "c": [2, "y"], "new": [1, "x"]}
    found = step_sums.complaints(kept, now)
    assert found[0] == (
        "step 'b' changed: raise its version and write the new sum with "
        "'python tests/helpers/step_sums.py'"
    )
    assert [text.split(":")[0] for text in found[1:]] == [
        "step 'c' has a new version",
        "step 'new' is new",
        "step 'gone' is gone",
    ]
    assert step_sums.complaints(kept, kept) == []
