from __future__ import annotations

import csv
import io

import pytest

from evaluation.report.render import as_csv, as_latex, as_markdown, as_text
from evaluation.report.tables import Table

HOSTILE = Table(
    "a | b <script>", ("x_1", "100 %"), (("=cmd()", "\\input{/etc/passwd}"), ("名|字", "`a`")),
    ("note & more",),
)  # fmt: skip


def test_markdown_is_inert() -> None:
    text = as_markdown(HOSTILE)
    assert text.startswith("## a \\| b &lt;script&gt;\n")
    assert text.count("\n| ") == 3
    assert "<script>" not in text


def test_latex_is_inert() -> None:
    text = as_latex(HOSTILE)
    assert r"x\_1 & 100 \% \\" in text
    assert r"\textbackslash{}input\{/etc/passwd\}" in text
    assert r"note \& more" in text


def test_csv_holds_no_formula() -> None:
    rows = list(csv.reader(io.StringIO(as_csv(HOSTILE))))
    assert rows == [["x_1", "100 %"], ["'=cmd()", "\\input{/etc/passwd}"], ["名|字", "`a`"]]


def test_text_is_aligned_also_for_wide_characters() -> None:
    lines = as_text(HOSTILE).splitlines()
    assert lines[4] == "名|字" + 19 * " " + "`a`"
    assert lines[3] == "=cmd()  \\input{/etc/passwd}"
    assert lines[-1] == "note & more"


PLAIN = Table("Scores", ("metric", "value"), (("wer", "−1.0"), ("acc", "50.0 %")), ("One.", "Two."))


def test_a_plain_table_as_text() -> None:
    assert as_text(PLAIN) == (
        "Scores\nmetric   value\n------  ------\nwer       −1.0\nacc     50.0 %\nOne.\nTwo.\n"
    )


def test_a_plain_table_as_markdown() -> None:
    assert as_markdown(PLAIN, level=3) == (
        "### Scores\n\n| metric | value |\n|---|---|\n| wer | −1.0 |\n| acc | 50.0 % |\n"
        "\nOne.\n\nTwo.\n"
    )


def test_a_plain_table_as_latex() -> None:
    assert as_latex(PLAIN).splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"metric & value \\",
        r"\midrule",
        r"wer & $-$1.0 \\",
        r"acc & 50.0 \% \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\caption{Scores. One. Two.}",
        r"\end{table}",
    ]


@pytest.mark.parametrize("cell", ["=1+1", "+1", "@x", "\tx", "\rx"])
def test_what_a_spreadsheet_would_run_is_quoted(cell: str) -> None:
    made = as_csv(Table("t", (cell,), ((cell,),)))
    quoted = "'" + cell.replace("\r", "\n")
    assert list(csv.reader(io.StringIO(made, newline=""))) == [[quoted], [quoted]]


def test_a_line_break_stays_inside_its_cell() -> None:
    made = as_csv(Table("t", ("a", "b"), (("x\ry", "1\r\n2"),)))
    assert list(csv.reader(io.StringIO(made, newline="")))[1:] == [["x\ny", "1\n2"]]


def test_negative_numbers_are_no_formulas() -> None:
    assert as_csv(Table("t", ("a",), (("−1.0",), ("–",)))) == "a\n−1.0\n–\n"


def test_a_table_without_rows_has_its_head() -> None:
    empty = Table("t", ("a", "b"), ())
    assert as_text(empty) == "t\na  b\n-  -\n"
    assert as_csv(empty) == "a,b\n"
