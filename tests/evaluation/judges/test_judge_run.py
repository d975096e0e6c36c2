from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import chat_server
import pytest

from builders.backends.llm.openai_compatible import OpenAICompatible
from builders.errors import VivavoceError
from evaluation.contracts import Row
from evaluation.judges.files import JudgementFile, attach, judge_names
from evaluation.judges.judge_run import Tally, judge_run
from evaluation.judges.lexical import LexicalJudge
from evaluation.judges.llm import LLMJudge
from evaluation.run import load_rows
from evaluation.suites import load_suite

VOICEBENCH = load_suite("voicebench")


def _lexical(run: Path, rows: list[Row] | None = None, **options: object) -> Tally:
    rows = load_rows(run) if rows is None else rows
    return judge_run(run, rows, VOICEBENCH, LexicalJudge(), "lexical", **options)


def test_answers_are_judged_once(voicebench: Path) -> None:
    first = _lexical(voicebench)
    # Three answers of AlpacaEval and three of SD-QA; an error and a missing answer are not judged.
    assert (first.asked, first.decided, first.kept) == (6, 3, 0)
    assert first.errors == {"undecided": 3}
    second = _lexical(voicebench)
    assert (second.asked, second.kept) == (0, 6)
    assert _lexical(voicebench, retry=True).asked == 3


def test_a_changed_answer_is_judged_again_and_its_old_judgement_is_not_used(
    voicebench: Path,
) -> None:
    _lexical(voicebench)
    rows = load_rows(voicebench)
    changed = [
        replace(row, response=replace(row.response, text="It is Paris1."))
        if row.example.id == "s-1" and row.response is not None
        else row
        for row in rows
    ]
    loaded = attach(changed, voicebench)
    assert loaded.stale == 1
    assert not next(r for r in loaded.rows if r.example.id == "s-1").judgements
    assert _lexical(voicebench, changed).asked == 1
    after = {r.example.id: r for r in attach(changed, voicebench).rows}
    assert after["s-1"].judgements["correct"].category == "yes"


def test_a_torn_last_line_is_judged_again(voicebench: Path) -> None:
    _lexical(voicebench)
    path = JudgementFile(voicebench, "lexical").path
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    tally = _lexical(voicebench)
    assert (tally.asked, tally.kept) == (1, 5)
    assert path.read_bytes() == whole


def test_limit_tasks_and_after(voicebench: Path) -> None:
    assert _lexical(voicebench, tasks=["correct"]).asked == 3
    assert _lexical(voicebench, limit=1).asked == 1
    rest = judge_run(
        voicebench, load_rows(voicebench), VOICEBENCH, LexicalJudge(), "second", after=["lexical"]
    )
    assert rest.asked == 3  # the scores that words cannot decide
    with pytest.raises(VivavoceError, match="did you mean 'lexical'"):
        _lexical(voicebench, after=["lexicle"])


def test_two_judges_of_one_row_need_an_order(voicebench: Path) -> None:
    rows = load_rows(voicebench)
    for name in ("a", "b"):
        judge_run(voicebench, rows, VOICEBENCH, LexicalJudge(), name)
    assert judge_names(voicebench) == ["a", "b"]
    with pytest.raises(VivavoceError, match="--judges a,b"):
        attach(rows, voicebench)
    assert len(attach(rows, voicebench, ["b", "a"]).entries) == 6


def test_a_run_that_is_stopped_pays_for_no_row_twice(voicebench: Path) -> None:
    fail = {"on": True}

    def plan(prompt: str, attempt: int) -> str:
        return "401" if fail["on"] and "Another answer" in prompt else "good"

    with chat_server.ChatServer(lambda body: "4", plan) as server:
        judge = LLMJudge(
            OpenAICompatible(model="m", base_url=server.url, api_key_env=None, concurrency=1),
            {"n": 1},
        )
        rows = load_rows(voicebench)
        with pytest.raises(VivavoceError, match="401"):
            judge_run(voicebench, rows, VOICEBENCH, judge, "m", tasks=["score"])
        done = len(JudgementFile(voicebench, "m").entries())
        fail["on"] = False
        tally = judge_run(voicebench, rows, VOICEBENCH, judge, "m", tasks=["score"])
        judge.backend.close()
        assert done + tally.asked == 3 and done == tally.kept
        assert set(server.paid.values()) == {1}


def test_many_rows_are_judged_at_once(voicebench: Path, make_row: Callable[..., Row]) -> None:
    rows = [make_row(f"r-{n}", config="wildvoice", prompt="?", text=f"So {n}.") for n in range(40)]
    with chat_server.ChatServer(lambda body: "4", latency=0.05) as server:
        judge = LLMJudge(
            OpenAICompatible(model="m", base_url=server.url, api_key_env=None, concurrency=8),
            {"n": 1},
        )
        tally = judge_run(voicebench, rows, VOICEBENCH, judge, "m")
        judge.backend.close()
        assert tally.decided == 40
        assert 2 <= server.peak <= 8


def test_another_setting_is_another_judgement(voicebench: Path) -> None:
    rows = load_rows(voicebench)
    with chat_server.ChatServer(lambda body: "4") as server:
        client = OpenAICompatible(model="m", base_url=server.url, api_key_env=None)
        counts = [
            judge_run(
                voicebench, rows, VOICEBENCH, LLMJudge(client, settings), "m", tasks=["score"]
            ).asked
            for settings in ({"n": 1}, {"n": 1}, {"n": 1, "temperature": 0})
        ]
        client.close()
    assert counts == [3, 0, 3]


def test_lines_say_what_shaped_them(voicebench: Path) -> None:
    _lexical(voicebench)
    lines = JudgementFile(voicebench, "lexical").path.read_text().splitlines()
    line = json.loads(lines[-1])
    assert {"config", "split", "id", "task", "judge", "by"} <= set(line)
    assert line["by"]["model"] == "lexical@2"
