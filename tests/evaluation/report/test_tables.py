from __future__ import annotations

import pytest

from evaluation.contracts import Score
from evaluation.report.result import Result
from evaluation.report.tables import missing_table, models_table, run_table


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


def test_results_survive_a_file(result: Result, tmp_path) -> None:
    path = tmp_path / "scores.json"
    result.save(path)
    loaded = Result.load(path)
    assert loaded.dump() == result.dump()
    assert loaded.scores["ifeval"].coverage == 0.8
