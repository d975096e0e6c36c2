from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import example_run
import pytest

from evaluation.cli.main import VERBS, main

Run = Callable[..., str]


@pytest.fixture(scope="module")
def spoken_questions(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two runs of one small dataset."""
    folder = tmp_path_factory.mktemp("cli")
    rows = [{"id": f"s-{n}", "prompt": f"q{n}?", "reference": f"Paris{n}"} for n in range(6)]
    dataset = example_run.write_dataset(folder / "data", {"sd-qa/usa": rows})
    return [
        example_run.write_run(
            folder / name,
            dataset,
            "voicebench",
            {f"sd-qa/s-{n}": f"Paris{n}" if n < right else "Rome" for n in range(6)},
            model=name,
        )
        for name, right in (("weak", 2), ("strong", 5))
    ]


@pytest.fixture
def vivavoce(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command; gives what it printed."""

    def run(*arguments: object, code: int = 0) -> str:
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        assert stop.value.code == code, said.err
        return said.out + said.err

    return run


def test_verbs_are_listed() -> None:
    assert {"judge", "score", "report", "compare"} <= set(VERBS)


def test_from_answers_to_a_comparison(spoken_questions: list[Path], vivavoce: Run) -> None:
    weak, strong = spoken_questions
    for run in spoken_questions:
        said = vivavoce("judge", run, "--judge", "lexical")
        assert "lexical: 6 judged (6 with a verdict), 0 kept" in said
        assert "0 judged (0 with a verdict), 6 kept" in vivavoce("judge", run, "--judge", "lexical")
    values = strong.parent / "values.json"
    said = vivavoce("score", strong, "--rounds", 100, "--values", values)
    assert json.loads(values.read_text()) == {"sd_qa_judge": 0.8333, "sd_qa_judge_accents": 0.8333}
    assert "sd_qa_judge          83.3 %      6/6     100 %" in said
    assert "overall is not formed" not in said.split("No rows for")[1]
    assert "smoke runs" in said
    assert json.loads((strong / "scores.json").read_text())["scores"]["sd_qa_judge"]["n"] == 6
    said = vivavoce("compare", weak, strong, "--rounds", 100)
    assert "sd_qa_judge" in said and "+50.0" in said
    pairs = json.loads(vivavoce("compare", weak, strong, "--json", "--rounds", 100))["pairs"]
    assert pairs["sd_qa_judge"]["value"] == pytest.approx(0.5)
    vivavoce("judge", weak, "--judge", "lexical", "--name", "again")
    assert "1.000" in vivavoce("compare", weak, "--judges", "lexical,again")
    said = vivavoce("score", weak, code=1)
    assert "--judges again,lexical" in said
    out = weak.parent / "report"
    vivavoce("report", weak, strong, "--out", out, "--judges", "lexical", "--rounds", 50)
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("data:audio/") == 12
    assert "strong" in (out / "csv" / "runs.csv").read_text(encoding="utf-8")


def test_mistakes_are_named(spoken_questions: list[Path], vivavoce: Run, tmp_path: Path) -> None:
    run = spoken_questions[0]
    assert "say who judges" in vivavoce("judge", run, code=1)
    assert "did you mean 'lexical'" in vivavoce("judge", run, "--judge", "lexicle", code=1)
    assert "holds no run" in vivavoce("score", tmp_path, code=1)
    assert "two of its judges" in vivavoce("compare", run, code=1)
    assert "takes no options" in vivavoce("judge", run, "--judge", "lexical", "--votes", 3, code=1)
    assert "--out FOLDER" in vivavoce("report", *spoken_questions, code=1)
    missing = tmp_path / "none.jsonl"
    said = vivavoce("judge", run, "--judge", "recorded", "--file", missing, code=1)
    assert "does not exist" in said
