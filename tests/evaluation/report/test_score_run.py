from __future__ import annotations

from pathlib import Path

import example_run
import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Judgement, Response
from evaluation.judges.entry import Entry, answer_hash, key_of
from evaluation.judges.files import JudgementFile
from evaluation.judges.judge_run import judge_run
from evaluation.judges.lexical import LexicalJudge
from evaluation.report.compare import compare_judges, compare_runs
from evaluation.report.score_run import score_run
from evaluation.run import load_rows
from evaluation.suites import load_suite

SUITE = load_suite("voicebench")


def _judge_by_hand(run: Path, name: str, verdicts: dict[str, tuple[str, float | str | None]]):
    """Judgements as a language model would leave them: id → (task, verdict)."""
    file = JudgementFile(run, name)
    with file.writing():
        for row in load_rows(run):
            if row.example.id not in verdicts:
                continue
            task, said = verdicts[row.example.id]
            judgement = Judgement(
                row.example.id,
                task,
                f"{name}/prompt@1",
                score=said if isinstance(said, float) else None,
                category=said if isinstance(said, str) else None,
                error="unparsed" if said is None else None,
            )
            details = {"prompt": "prompt@1", "prompt_hash": "abc", "model": name, "settings": {}}
            file.append(Entry(key_of(row), judgement, answer_hash(row), "x", details))


def test_scores_carry_coverage_and_the_ids_that_shaped_them(voicebench: Path) -> None:
    verdicts = {"a-0": ("score", 5.0), "a-1": ("score", None), "a-2": ("score", 2.0)}
    _judge_by_hand(voicebench, "hand", verdicts)
    result = score_run(voicebench).result
    score = result.scores["alpacaeval"]
    # One error of the model, one reply of the judge that could not be read: both are missing.
    assert (score.value, score.n, score.total) == (3.5, 2, 4)
    assert result.missing["alpacaeval"] == {"the model failed": 1, "score: unparsed": 1}
    assert score.ids["judge"] == "hand/prompt@1"
    assert score.ids["prompt"] == "prompt@1#abc"
    assert score.ids["dataset"].startswith("alpacaeval/test@")
    assert score.ids["decoding"] in result.shaped["decoding"]
    assert "where" not in result.shaped["dataset"]


def test_an_overall_says_which_part_it_lacks(voicebench: Path) -> None:
    result = score_run(voicebench, rounds=50).result
    assert result.scores["overall"].value is None
    assert set(result.missing["overall"]) == {
        f"{name} has no value"
        for name in ("alpacaeval", "commoneval", "sd_qa_panda", "sd_qa_judge", "ifeval", "advbench")
    }


def test_lexical_verdicts_are_labelled(voicebench: Path) -> None:
    judge_run(voicebench, load_rows(voicebench), SUITE, LexicalJudge(), "lexical")
    result = score_run(voicebench, rounds=50).result
    assert result.scores["sd_qa_judge"].value == pytest.approx(2 / 3)
    assert (result.scores["sd_qa_judge"].n, result.scores["sd_qa_judge"].total) == (3, 4)
    assert result.scores["sd_qa_judge"].ids["judge"] == "lexical@2"
    assert any("lexical judge" in note for note in result.notes)


def test_the_same_run_gives_the_same_file(voicebench: Path, tmp_path: Path) -> None:
    judge_run(voicebench, load_rows(voicebench), SUITE, LexicalJudge(), "lexical")
    for name in ("one.json", "two.json"):
        score_run(voicebench, rounds=100).result.save(tmp_path / name)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_two_judges_on_one_file_agree_by_kappa(voicebench: Path) -> None:
    answered = ("s-0", "s-1", "s-2")
    scored = ("a-0", "a-1", "a-2")
    a = {**{i: ("correct", "yes") for i in answered}, **{i: ("score", 4.0) for i in scored}}
    b = {**a, "s-1": ("correct", "no"), "a-0": ("score", 5.0), "a-1": ("score", 2.0)}
    a["s-2"] = ("correct", "no")
    b["s-2"] = ("correct", "no")
    _judge_by_hand(voicebench, "a", a)
    _judge_by_hand(voicebench, "b", b)
    found = compare_judges(voicebench, "a", "b")
    assert (found["correct"].n, found["correct"].exact) == (3, pytest.approx(2 / 3))
    # Seen 2/3, by chance 2/3·1/3 + 1/3·2/3 = 4/9.
    assert found["correct"].kappa == pytest.approx((2 / 3 - 4 / 9) / (1 - 4 / 9))
    assert (found["score"].exact, found["score"].within_one) == (
        pytest.approx(1 / 3),
        pytest.approx(2 / 3),
    )
    with pytest.raises(VivavoceError, match="no answer in common"):
        compare_judges(voicebench, "a", "c")


def test_two_runs_are_compared_in_pairs(tmp_path: Path) -> None:
    rows = [{"id": f"s-{n}", "prompt": f"q{n}?", "reference": f"Paris{n}"} for n in range(12)]
    dataset = example_run.write_dataset(tmp_path / "data", {"sd-qa/usa": rows})
    runs = []
    for name, right in (("weak", 3), ("strong", 12)):
        answers: dict[str, object] = {
            f"sd-qa/s-{n}": f"Paris{n}" if n < right else "Rome" for n in range(12)
        }
        answers["sd-qa/s-11"] = Response("s-11", error="timeout")
        run = example_run.write_run(tmp_path / name, dataset, "voicebench", answers, model=name)
        judge_run(run, load_rows(run), SUITE, LexicalJudge(), "lexical")
        runs.append(score_run(run, rounds=0))
    pair = compare_runs(runs[0], runs[1], rounds=200).pairs["sd_qa_judge"]
    assert (pair.a, pair.b) == (pytest.approx(3 / 11), 1.0)
    assert pair.value == pytest.approx(8 / 11)
    assert (pair.n, pair.left_out) == (11, 1)
    assert pair.p is not None and pair.p < 0.02
    drop = compare_runs(runs[1], runs[0], rounds=50, kind="drop").pairs["sd_qa_judge"]
    assert drop.value == pytest.approx(8 / 11)
    table = compare_runs(runs[0], runs[1], rounds=50).table()
    assert table.rows[0][:4] == ("sd_qa_judge", "27.3", "100.0", "+72.7")


def test_runs_of_two_suites_are_not_compared(voicebench: Path, tmp_path: Path) -> None:
    rows = [{"id": "x-0", "prompt": "问？", "Question": "问？", "Qid": "x-0"}]
    dataset = example_run.write_dataset(tmp_path / "other", {"safety": rows})
    other = example_run.write_run(tmp_path / "zh", dataset, "vocalbench_zh", {})
    with pytest.raises(VivavoceError, match="only runs of one suite"):
        compare_runs(score_run(voicebench, rounds=0), score_run(other, rounds=0))


def test_ear_from_recorded_judgements(tmp_path: Path) -> None:
    """Issue by the paper: C over answerable inputs, R over degraded ones, their harmonic mean."""
    rows = [
        {
            "id": f"w-{n}-{condition}",
            "triplet_id": f"w-{n}",
            "condition": condition,
            "question": "Which city?",
            "answer": "Chicago",
            "source_id": f"w-{n}",
            "mask_type": "white_noise",
        }
        for n in range(4)
        for condition in ("original", "invariant", "degraded")
    ]
    dataset = example_run.write_dataset(tmp_path / "data", {"wdyl": rows})
    texts = {"original": "Chicago", "invariant": "It is Chicago.", "degraded": "I did not hear it."}
    answers = {f"wdyl/{row['id']}": texts[row["condition"]] for row in rows}
    run = example_run.write_run(tmp_path / "run", dataset, "ear", answers)
    verdicts: dict[str, tuple[str, float | str | None]] = {}
    for n, (correct, repair) in enumerate(
        [("yes", "explicit_repair"), ("yes", "generic_refusal"), ("no", "other"), ("yes", "other")]
    ):
        verdicts[f"w-{n}-invariant"] = ("correct", correct)
        verdicts[f"w-{n}-degraded"] = ("repair", repair)
    _judge_by_hand(run, "recorded", verdicts)
    scores = score_run(run).result.scores
    c, r = 7 / 8, 1.5 / 4
    assert scores["wdyl_c"].value == pytest.approx(c)
    assert scores["wdyl_r"].value == pytest.approx(r)
    assert scores["wdyl_ear"].value == pytest.approx(2 * c * r / (c + r))
    assert scores["wdyl_ear"].interval is not None
    assert (scores["wdyl_ear"].n, scores["wdyl_ear"].total) == (12, 12)
