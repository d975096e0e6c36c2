from __future__ import annotations

import json

import pytest
import yaml

from builders.stage.files import read_items
from evaluation.cli.main import main


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A recipe of two texts whose steps need no engine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VIVAVOCE_STORE", str(tmp_path / "store"))
    rows = [{"id": "a", "prompt": "It costs $5."}, {"id": "b", "prompt": " "}]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    recipe = {
        "family": "toy",
        "language": "en",
        "subsets": {
            "one": {
                "source": {"name": "jsonl", "at": {"path": "texts.jsonl"}},
                "text": ["normalise_spoken"],
                "publish": {"columns": {"id": "id", "prompt": "prompt"}},
                "test_cases": [
                    {
                        "step": "normalise_spoken",
                        "given": {"prompt": "5%"},
                        "expect": {"spoken": "Five percent"},
                    }
                ],
            }
        },
    }
    (tmp_path / "toy.yaml").write_text(yaml.safe_dump(recipe))
    (tmp_path / "params.yaml").write_text(yaml.safe_dump({"seed": 1, "backends": {}}))
    return tmp_path, recipe


def run(*arguments):
    try:
        main(["build", *arguments])
    except SystemExit as stop:
        return stop.code or 0
    return 0


def test_text_stage_writes_rows_rejects_and_metrics(project, capsys):
    folder, _ = project
    assert run("toy.yaml", "--stage", "text") == 0
    metrics = json.loads((folder / "build" / "toy" / "text.json").read_text())["one"]
    assert (metrics["items_in"], metrics["items_out"]) == (2, 1)
    assert metrics["rejected"] == {"empty prompt": 1}
    reject = json.loads((folder / "build" / "toy" / "text" / "one.rejects.jsonl").read_text())
    assert "texts.jsonl" in reject["detail"]
    assert "empty prompt: 1" in capsys.readouterr().out


def test_a_step_from_the_current_folder(project):
    folder, recipe = project
    (folder / "my_steps.py").write_text(
        "from builders.step import step\n\n\n@step('shout', version=1)\n"
        "def shout(item, ctx):\n    return item.but(prompt=item.prompt.upper())\n"
    )
    recipe["subsets"]["one"]["text"] = ["normalise_spoken", "my_steps:shout"]
    (folder / "toy.yaml").write_text(yaml.safe_dump(recipe))
    assert run("toy.yaml", "--stage", "text") == 0
    rows = list(read_items(folder / "build" / "toy" / "text" / "one.parquet"))
    assert [row.prompt for row in rows] == ["IT COSTS $5."]


def test_an_unknown_voice_set_stops_the_first_stage(project, capsys):
    folder, recipe = project
    recipe["subsets"]["one"]["speech"] = [{"speak": {"voices": "english_claen"}}]
    (folder / "toy.yaml").write_text(yaml.safe_dump(recipe))
    assert run("toy.yaml", "--stage", "text") == 1
    error = capsys.readouterr().err
    assert "toy.yaml, subset one, speech" in error
    assert "did you mean 'english_clean'" in error


def test_workers_must_be_a_number(project, monkeypatch, capsys):
    monkeypatch.setenv("VIVAVOCE_WORKERS", "two")
    assert run("toy.yaml", "--stage", "text") == 1
    assert "VIVAVOCE_WORKERS is 'two'" in capsys.readouterr().err


def test_a_failing_test_case_stops_before_any_work(project, capsys):
    folder, recipe = project
    recipe["subsets"]["one"]["test_cases"][0]["expect"] = {"spoken": "six percent"}
    (folder / "toy.yaml").write_text(yaml.safe_dump(recipe))
    assert run("toy.yaml", "--stage", "text") == 1
    assert "test case 1" in capsys.readouterr().err
    assert not (folder / "build").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.yaml"], "there is no such file"),
        (["toy.yaml", "--stage", "speach"], "did you mean 'speech'"),
        (["toy.yaml", "--subset", "on"], "did you mean 'one'"),
        (["toy.yaml", "--stage", "speech"], "run the stage 'text' first"),
        (["toy.yaml", "--stage", "package"], "run the stage 'variants' first"),
    ],
)
def test_mistakes_are_one_line_with_the_remedy(project, capsys, arguments, message):
    assert run(*arguments) == 1
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
