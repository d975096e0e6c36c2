from __future__ import annotations

import json

import pytest
import yaml

from builders.build import Build, run_stage
from builders.recipe.params import load_params
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


def test_a_missing_recorded_answer_ends_with_how_to_record_it(project, root, capsys):
    folder, recipe = project
    recipe["subsets"]["one"] |= {"text": [{"spoken_llm": {}}], "test_cases": []}
    (folder / "toy.yaml").write_text(yaml.safe_dump(recipe))
    (folder / "recorded.jsonl").touch()
    llm = {"name": "recorded", "options": {"file": "recorded.jsonl"}}
    params = {"profile": "sample", "seed": 1, "backends": {"sample": {"llm": llm}}}
    (folder / "params.yaml").write_text(yaml.safe_dump(params))
    (folder / "recipes").symlink_to(root / "recipes")
    assert run("toy.yaml", "--stage", "text") != 0
    said = " ".join(capsys.readouterr().err.split())
    assert "row 'a': not recorded" in said
    assert "vivavoce llm record recorded.jsonl --base-url URL --model MODEL" in said


def test_text_stage_writes_rows_rejects_and_metrics(project, capsys):
    folder, _ = project
    assert run("toy.yaml", "--stage", "text") == 0
    metrics = json.loads((folder / "build" / "toy" / "text.json").read_text())["one"]
    assert (metrics["items_in"], metrics["items_out"]) == (2, 1)
    assert metrics["rejected"] == {"empty prompt": 1}
    reject = json.loads((folder / "build" / "toy" / "text" / "one.rejects.jsonl").read_text())
    assert "texts.jsonl" in reject["detail"]
    assert "empty prompt: 1" in capsys.readouterr().out


def test_a_decision_on_a_row_that_is_not_there_is_told(project, capsys):
    folder, recipe = project
    decisions = [{"id": each, "decision": "accept"} for each in ("a", "c")]
    (folder / "d.jsonl").write_text("".join(json.dumps(d) + "\n" for d in decisions))
    (folder / "toy.yaml").write_text(yaml.safe_dump({**recipe, "review": "d.jsonl"}))
    for stage in ("text", "speech", "variants"):
        assert run("toy.yaml", "--stage", stage) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "d.jsonl: decisions on rows that this build does not have, which change nothing: c." in said
    )


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
    assert [file.name for file in (folder / "build").rglob("*.*")] == [".lock"]


NOISY = [
    {"every_nth": {"n": 2}},
    {"conditions": {"conditions": {"white_noise": [-5, 0, 5]}}},
    "apply_condition",
]


@pytest.fixture
def spoken(project, root, monkeypatch):
    """Four rows, spoken by the embedded engine; every second of them in noise at three levels."""
    folder, recipe = project
    monkeypatch.chdir(folder)
    rows = [{"id": f"r-{n}", "prompt": f"Is it {n}?"} for n in range(4)]
    (folder / "texts.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows))
    speak = [{"speak": {"voices": "english_clean"}}]
    one = recipe["subsets"]["one"]
    one["speech"], one["variants"] = speak, NOISY
    backends = {"tts": "kokoro", "asr": "whisper_base", "mos": "dnsmos", "llm": "openai_compatible"}
    given = {kind: {"name": name} for kind, name in backends.items()}
    given["llm"]["options"] = {"model": "m", "base_url": "http://127.0.0.1:9/v1"}
    params = {"seed": 1, "backends": {"sample": given}}
    (folder / "params.yaml").write_text(yaml.safe_dump(params))
    (folder / "toy.yaml").write_text(yaml.safe_dump(recipe))
    return folder, recipe


def files(folder):
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def dry(folder, *arguments, limit=None):
    """Metrics of a dry run, by stage; nothing may be written."""
    params = load_params(folder / "params.yaml")
    build = Build(folder / "toy.yaml", params, folder / "build", limit=limit, dry=True)
    before = files(folder)
    found = {stage: run_stage(build, stage)["one"] for stage in arguments}
    assert files(folder) == before
    return found


def test_a_dry_run_of_a_later_stage_needs_no_earlier_one(spoken):
    folder, _ = spoken
    found = dry(folder, "text", "speech", "variants")
    assert (found["text"].items_out, found["text"].would_call) == (4, {})
    speech, variants = found["speech"], found["variants"]
    assert (speech.items_in, speech.would_call) == (4, {"step-speak": 4})
    assert speech.would_ask == {"tts": 4, "asr": 4, "mos": 4}
    assert speech.waiting == {}
    # Two of the four rows, each at three levels; noise asks no engine.
    assert variants.would_call == {"step-apply_condition": 6}
    assert (variants.would_ask, variants.waiting) == ({}, {"step-speak": 4})
    assert dry(folder, "variants", limit=2)["variants"].would_call == {"step-apply_condition": 3}


def test_a_dry_run_says_what_cannot_be_known(spoken, capsys):
    folder, recipe = spoken
    assert run("toy.yaml", "--dry-run") == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "speech: step-speak: 4 would be made; engine calls: asr: 4, mos: 4, tts: 4" in printed
    assert "variants: step-apply_condition: 6 would be made; engine calls: none" in printed
    assert "variants: some depend on clips that are not spoken yet" in printed
    recipe["subsets"]["one"]["text"] = ["normalise_spoken", "adapt"]
    (folder / "toy.yaml").write_text(yaml.safe_dump(recipe))
    found = dry(folder, "text", "speech")
    assert (found["text"].would_call, found["text"].would_ask) == ({"llm": 4}, {"llm": 4})
    assert (found["speech"].would_call, found["speech"].waiting) == ({}, {"llm": 4})
    assert run("toy.yaml", "--stage", "speech", "--dry-run") == 0
    assert "not made by the stage before yet" in " ".join(capsys.readouterr().out.split())


@pytest.mark.weights
def test_speech_ends_with_match_rate_and_opinion_score(spoken, capsys):
    folder, _ = spoken
    for stage in ("text", "speech"):
        assert run("toy.yaml", "--stage", stage, "--limit", "1", "--workers", "1") == 0
    metrics = json.loads((folder / "build" / "toy" / "speech.json").read_text())["one"]
    printed = capsys.readouterr().out
    assert "ASR match" in printed and "MOS" in printed
    row = next(line for line in printed.splitlines() if "step-speak: 1" in line)
    match = metrics["quality"]["asr_match"]
    match = metrics["quality"]["rejected"]["asr_match"] if match is None else match
    assert f"{match:.1%} of 1" in row
    # What is made is seen by a later dry run: the clip is there, and its variants are not.
    variants = dry(folder, "variants")["variants"]
    assert variants.waiting == {}
    assert variants.would_call == {"step-apply_condition": 3}


@pytest.mark.parametrize("variable", ["VIVAVOCE_STORE", "VIVAVOCE_CACHE"])
def test_a_folder_that_cannot_be_written_is_named(project, monkeypatch, capsys, variable):
    folder, _ = project
    monkeypatch.delenv("VIVAVOCE_STORE")
    (folder / "file").write_text("")
    monkeypatch.setenv(variable, str(folder / "file" / "x"))
    assert run("toy.yaml", "--stage", "text") == 1
    error = capsys.readouterr().err
    assert "file/x" in error and "VIVAVOCE_STORE" in error
    assert "Traceback" not in error


def test_an_unknown_condition_stops_the_first_stage(project, capsys):
    folder, recipe = project
    recipe["subsets"]["one"]["variants"] = [{"conditions": {"conditions": {"white_nose": "all"}}}]
    (folder / "toy.yaml").write_text(yaml.safe_dump(recipe))
    for stage in ("text", "speech"):
        assert run("toy.yaml", "--stage", stage) == 1
        assert "did you mean 'white_noise'" in capsys.readouterr().err


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


def test_a_second_build_in_the_same_folder_is_refused_before_it_clears_it(project, capsys):
    folder, _ = project
    assert run("toy.yaml", "--stage", "text", "--workers", "1") == 0
    before = {file: file.stat().st_mtime_ns for file in (folder / "build").rglob("one.*")}
    build = Build(path=folder / "toy.yaml", params=load_params(folder / "params.yaml"))
    with build.alone():
        assert run("toy.yaml", "--stage", "text", "--workers", "1") == 1
        assert "build/toy: another build is at work there" in capsys.readouterr().err
        assert run("toy.yaml", "--stage", "text", "--workers", "1", "--dry-run") == 0
        assert run("toy.yaml", "--stage", "text", "--workers", "1", "--work", "other") == 0
    assert {file: file.stat().st_mtime_ns for file in before} == before
