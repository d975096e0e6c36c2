from __future__ import annotations

import json
from pathlib import Path

import pytest

from builders.errors import VivavoceError
from evaluation.cli.main import main
from evaluation.run import Key, RunFolder, load_rows


def answers(folder: Path, config: str, ids: range | list[int], text: str = "answer") -> Path:
    path = folder / f"answers-{config}.jsonl"
    lines = [
        json.dumps({"config": config, "id": f"{config}-{n:04d}", "text": f"{text} {n}"})
        for n in ids
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def data(tmp_path, make_dataset):
    return make_dataset(tmp_path / "data", {"alpacaeval": 6, "commoneval": 3})


def verb(*arguments: str) -> None:
    """Run a verb in this process; it ends by an exit of 0."""
    try:
        main(arguments)
    except SystemExit as end:
        if end.code:
            raise


def run(data: Path, out: Path, file: Path, *more: str) -> None:
    verb(
        *["run", "--suite", "voicebench", "--data", str(data), "--out", str(out), "--model",
         "recorded", "--model-option", f"file={file}", "--model-option", "revision=r", *more]
    )  # fmt: skip


def test_errors_stay_listed_until_they_are_asked_again(tmp_path, data, capsys):
    out, file = tmp_path / "x", answers(tmp_path, "alpacaeval", range(4))
    run(data, out, file, "--config", "alpacaeval")
    shown = capsys.readouterr().out
    assert "6 rows" in shown and "4 answered now, 0 before, 2 errors" in shown
    assert "2 × not recorded: alpacaeval/test/alpacaeval-0004" in shown
    answers(tmp_path, "alpacaeval", range(6))
    run(data, out, file, "--config", "alpacaeval")
    assert "0 answered now, 6 before, 2 errors" in capsys.readouterr().out
    run(data, out, file, "--config", "alpacaeval", "--retry-errors")
    assert "2 answered now, 4 before, 0 errors" in capsys.readouterr().out
    said = RunFolder(out).responses()[Key("alpacaeval", "test", "alpacaeval-0005")]
    assert (said.text, said.error) == ("answer 5", None)


def test_limit_is_extended_and_other_conditions_are_refused(tmp_path, data, capsys):
    out, file = tmp_path / "x", answers(tmp_path, "alpacaeval", range(6))
    run(data, out, file, "--config", "alpacaeval", "--limit", "2")
    run(data, out, file, "--config", "alpacaeval", "--limit", "5")
    assert "3 answered now, 2 before" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        run(data, out, file, "--config", "alpacaeval", "--mode", "text")
    assert "settings mode: 'speech' before, 'text' now" in capsys.readouterr().err


@pytest.mark.parametrize("more", [("--limit", "0"), ("--samples", "0"), ("--warm-up", "-1")])
def test_counts_that_mean_nothing_are_refused(tmp_path, data, more):
    file = answers(tmp_path, "alpacaeval", range(2))
    with pytest.raises(SystemExit):
        run(data, tmp_path / "x", file, *more)
    assert not (tmp_path / "x").exists()


def test_the_plan_of_a_fresh_run_says_how_long_it_may_take(tmp_path, data, capsys):
    verb(
        *["run", "--suite", "voicebench", "--data", str(data), "--out", str(tmp_path / "x")],
        *["--model", "command", "--model-option", "command=nothing", "--config", "alpacaeval"],
        *["--answer-seconds", "30", "--plan"],
    )
    assert "about 3 min: 30 s a row is assumed" in capsys.readouterr().out


def test_shards_merge_into_the_whole_run(tmp_path, data):
    file = answers(tmp_path, "alpacaeval", range(5))
    run(data, tmp_path / "whole", file)
    for part in (1, 2, 3):
        run(data, tmp_path / f"part{part}", file, "--shard", f"{part}/3")
        assert len(RunFolder(tmp_path / f"part{part}").plan()) == 3
    parts = [str(tmp_path / f"part{part}") for part in (3, 1, 2)]
    verb("merge", *parts, "--out", str(tmp_path / "merged"))
    whole, merged = RunFolder(tmp_path / "whole"), RunFolder(tmp_path / "merged")
    assert merged.responses_file.read_bytes() == whole.responses_file.read_bytes()
    assert merged.plan() == whole.plan()
    machines = merged.manifest()["machines"]
    assert len(machines) == 3 and all("numpy" in machine["versions"] for machine in machines)
    assert load_rows(merged) == load_rows(whole)


def test_samples_are_rows_of_one_source(tmp_path, data):
    file = answers(tmp_path, "commoneval", range(3))
    run(data, tmp_path / "x", file, "--config", "commoneval", "--samples", "2")
    rows = load_rows(tmp_path / "x")
    assert [r.example.id for r in rows][:3] == [
        "commoneval-0000", "commoneval-0000#1", "commoneval-0001",
    ]  # fmt: skip
    assert {r.example.source_id for r in rows[:2]} == {"commoneval-0000"}
    assert rows[1].response.error.startswith("not recorded")


def test_rows_that_were_never_answered_count(tmp_path, data):
    out = tmp_path / "x"
    run(data, out, answers(tmp_path, "commoneval", range(3)), "--config", "commoneval")
    kept = out.joinpath("responses.jsonl").read_text().splitlines()[:2]
    out.joinpath("responses.jsonl").write_text("\n".join(kept) + "\n")
    rows = load_rows(out)
    assert len(rows) == 3 and rows[2].response is None


def test_a_changed_dataset_is_not_mixed_with_old_answers(tmp_path, data, make_dataset):
    run(data, tmp_path / "x", answers(tmp_path, "commoneval", range(3)), "--config", "commoneval")
    (data / "commoneval" / "test-00000-of-00001.parquet").unlink()
    (data / "commoneval").rmdir()
    make_dataset(data, {"commoneval": 4})
    with pytest.raises(VivavoceError, match="has changed since"):
        load_rows(tmp_path / "x")


def test_plan_asks_nothing(tmp_path, data, capsys):
    run(data, tmp_path / "x", answers(tmp_path, "commoneval", range(3)), "--plan")
    assert "9 rows" in capsys.readouterr().out
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "alpaca"], "did you mean 'alpacaeval'"),
        (["--shard", "3/2"], "expected i/n with i from 1 to n"),
        (["--split", "usa"], "unknown split 'usa'"),
        (["--prompt", "bse"], "did you mean 'base'"),
        (["--model-option", "fiel=x"], "did you mean 'file'"),
        (["--model-option", "api_key=x"], "environment variable"),
        (["--model-option", "revision=1.5"], "option revision cannot be 1.5"),
        (["--samples", "0"], "at least one answer"),
    ],
)
def test_mistakes_are_told_before_any_work(tmp_path, data, capsys, arguments, message):
    with pytest.raises(SystemExit):
        run(data, tmp_path / "x", answers(tmp_path, "commoneval", range(3)), *arguments)
    assert message in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_each_shard_has_a_folder_of_its_own(tmp_path, data, capsys):
    out, file = tmp_path / "x", answers(tmp_path, "commoneval", range(3))
    run(data, out, file, "--shard", "1/2")
    with pytest.raises(SystemExit):
        run(data, out, file, "--shard", "2/2")
    assert "holds shard 1/2, asked for is 2/2" in capsys.readouterr().err


def test_recorded_answers_need_no_recordings(tmp_path, capsys):
    data = tmp_path / "data"
    data.mkdir()
    row = {"id": "commoneval-0000", "prompt": "why?", "audio": "0.wav"}
    (data / "commoneval.jsonl").write_text(json.dumps(row))
    run(data, tmp_path / "x", answers(tmp_path, "commoneval", range(1)))
    assert "1 answered now" in capsys.readouterr().out
    assert RunFolder(tmp_path / "x").manifest()["settings"]["mode"] == "speech"


def test_an_empty_answer_is_an_error_alone(tmp_path, data, capsys):
    file = answers(tmp_path, "commoneval", range(3))
    file.write_text(file.read_text().replace("answer 1", " "))
    run(data, tmp_path / "x", file, "--config", "commoneval")
    assert "2 answered now, 0 before, 1 errors" in capsys.readouterr().out


def test_samples_of_a_greedy_model_are_advised_against(tmp_path, data, capsys):
    options = ["--model", "openai_audio", "--model-option", "model=m", "--samples", "2", "--plan"]
    where = ["--data", str(data), "--out", str(tmp_path / "x")]
    verb("run", "--suite", "voicebench", *where, *options)
    assert "temperature is 0" in capsys.readouterr().out
    verb("run", "--suite", "voicebench", *where, *options, "--model-option",
         "settings.temperature=0.7")  # fmt: skip
    assert "temperature is 0" not in capsys.readouterr().out


def test_an_interrupted_run_says_how_to_go_on(tmp_path, data, capsys, monkeypatch):
    from evaluation.models.recorded import Recorded

    def interrupted(self, questions):
        yield next(iter(self.given(questions)))
        raise KeyboardInterrupt

    monkeypatch.setattr(Recorded, "given", Recorded.answers, raising=False)
    monkeypatch.setattr(Recorded, "answers", interrupted)
    file = answers(tmp_path, "commoneval", range(3))
    with pytest.raises(SystemExit) as end:
        run(data, tmp_path / "x", file, "--config", "commoneval")
    assert end.value.code == 130
    assert "Repeat the command to go on" in capsys.readouterr().out
    assert len(RunFolder(tmp_path / "x").responses()) == 1
