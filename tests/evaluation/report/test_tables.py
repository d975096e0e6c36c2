from __future__ import annotations

import csv
import io

import pytest

from evaluation.contracts import Score
from evaluation.report.format import coverage_of, interval_of, number, p_of, value_of
from evaluation.report.render import as_csv, as_latex, as_markdown, as_text
from evaluation.report.result import Result
from evaluation.report.tables import Table, missing_table, models_table, run_table


def _score(value: float | None, n: int, total: int, unit: str = "proportion", **more) -> Score:
    return Score("m@1", value, n, total, unit=unit, **more)


@pytest.fixture
def result() -> Result:
    return Result(
        run="mine",
        suite="voicebench",
        model="model_1 & co",
        scores={
            "ifeval": _score(0.5, 8, 10, interval=(0.25, 0.75)),
            "alpacaeval": _score(4.25, 4, 4, "score", parts={"a": _score(4.0, 2, 2, "score")}),
            "bbh": _score(None, 0, 0),
            "overall": Score("voicebench.overall", None, 12, 14, unit="score"),
        },
        missing={"ifeval": {"not answered": 2}, "overall": {"sd_qa_panda has no value": 3}},
        notes=("A note.",),
    )


def test_numbers_are_printed_in_their_unit() -> None:
    assert value_of(_score(0.1234, 1, 1)) == "12.3 %"
    assert value_of(_score(4.25, 1, 1, "score")) == "4.250"
    assert value_of(_score(1.5, 1, 1, "seconds")) == "1.50 s"
    assert value_of(_score(None, 0, 1)) == "–"
    assert number(-0.05, "proportion", sign=True) == "−5.0"
    assert number(0.05, "proportion", sign=True) == "+5.0"
    assert interval_of((0.25, 0.75), "proportion") == "[25.0, 75.0]"
    assert p_of(0.0001) == "< 0.001" and p_of(0.25) == "0.250" and p_of(None) == "–"


def test_coverage_is_never_rounded_up_to_all() -> None:
    assert coverage_of(_score(0.5, 9_999, 10_000)) == "99.9 %"
    assert coverage_of(_score(0.5, 10_000, 10_000)) == "100 %"
    assert coverage_of(_score(None, 0, 3)) == "0.0 %"
    assert coverage_of(_score(None, 0, 0)) == "–"


def test_an_overall_with_a_missing_part_is_not_printed(result: Result) -> None:
    table = run_table(result)
    assert table.rows == (
        ("ifeval", "50.0 %", "8/10", "80.0 %", "[25.0, 75.0]"),
        ("alpacaeval", "4.250", "4/4", "100 %", "–"),
        ("overall", "–", "12/14", "85.7 %", "–"),
    )
    assert table.notes == (
        "A note.",
        "overall is not formed: sd_qa_panda missing.",
        "No rows for: bbh.",
    )
    assert ("  a", "4.000", "2/2", "100 %", "–") in run_table(result, parts=True).rows
    assert len(run_table(result, empty=True).rows) == 4


def test_what_is_missing_is_listed(result: Result) -> None:
    assert missing_table(result).rows == (("ifeval", "not answered", "2"),)


def test_runs_beside_one_another(result: Result) -> None:
    table = models_table([result, result])
    assert table.head == ("run", "ifeval", "alpacaeval", "overall")
    assert table.rows[0][1] == "50.0 % [25.0, 75.0] (8/10)"
    assert table.rows[0][3] == "–"


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


def test_results_survive_a_file(result: Result, tmp_path) -> None:
    path = tmp_path / "scores.json"
    result.save(path)
    loaded = Result.load(path)
    assert loaded.dump() == result.dump()
    assert loaded.scores["ifeval"].coverage == 0.8
