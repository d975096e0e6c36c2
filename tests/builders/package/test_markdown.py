from __future__ import annotations

import pytest

from builders.package.markdown import code, inline, table


def test_text_cannot_act_as_markup() -> None:
    assert inline("a|b\n# <b>*x*</b>") == r"a\|b \# &lt;b&gt;\*x\*&lt;/b&gt;"
    assert inline("\u202eevil\x00 x") == "evil  x"
    assert inline("x" * 400) == "x" * 299 + "…"
    assert code("a`b|c") == r"``a`b\|c``"
    assert code("`") == "`` ` ``"
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n|---|---|\n| 1 | 2 |"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", "`  `"),
        (" a ", "`a`"),
        ("a``b", "```a``b```"),
        ("`a", "`` `a ``"),
        ("two\nlines", "`two lines`"),
        (5, "`5`"),
    ],
)
def test_code_is_fenced_by_more_backticks_than_it_holds(text: object, shown: str) -> None:
    assert code(text) == shown


def test_all_that_marks_up_is_escaped() -> None:
    marks = "\\`*_{}[]()#+!|~$"
    assert inline(marks) == "".join(f"\\{mark}" for mark in marks)
    assert inline("a & b < c") == "a &amp; b &lt; c"
    assert inline(None) == "None"


def test_the_limit_counts_what_is_read() -> None:
    assert inline("ab cd", 5) == "ab cd"
    assert inline("ab cd ef", 4) == "ab…"
    assert inline("____", 3) == "\\_\\_…"


def test_a_table_without_rows_has_its_head() -> None:
    assert table(["a"], []) == "| a |\n|---|"
