from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import chat_server

from builders.backends.llm.messages import Reply, Request
from builders.backends.llm.openai_compatible import OpenAICompatible
from builders.backends.llm.recorded import Recorded
from evaluation.contracts import Row
from evaluation.judges.llm import LLMJudge


def _client(server: object, **options: object) -> OpenAICompatible:
    given = {"attempts": 2, "first_wait": 0.01, "concurrency": 4, **options}
    return OpenAICompatible(model="judge-1", base_url=server.url, api_key_env=None, **given)


def _judge(answer: Callable[[dict], str], row: Row, task: str, **options):
    with chat_server.ChatServer(answer, keep_bodies=True) as server:
        judge = LLMJudge(_client(server), options)
        entry = judge.judge(row, task)
        judge.backend.close()
        return entry, server.bodies


def test_three_votes_are_asked_for_and_averaged(make_row: Callable[..., Row]) -> None:
    row = make_row("r-1", config="alpacaeval", prompt="How?", text="So.")
    entry, bodies = _judge(lambda body: "4", row, "score")
    assert [body["n"] for body in bodies] == [3]
    assert [body["temperature"] for body in bodies] == [0.5]
    assert entry.judgement.score == 4.0
    assert entry.judgement.judge == "judge-1/judge_voicebench_score@1/mean-of-3"
    assert json.loads(entry.judgement.raw)["replies"] == ["4", "4", "4"]
    assert entry.details["prompt"] == "judge_voicebench_score@1"


def test_an_endpoint_that_knows_no_n_is_asked_as_often(make_row: Callable[..., Row]) -> None:
    asked: list[Request] = []

    class OneByOne:
        revision, model, concurrency = "judge-1", "judge-1", 1

        def key(self, request: Request) -> dict[str, object]:
            return {"take": request.take}

        def ask(self, request: Request) -> Reply:
            asked.append(request)
            return Reply(text=str(5 - request.take))

    row = make_row("r-1", config="alpacaeval", prompt="How?", text="So.")
    entry = LLMJudge(OneByOne()).judge(row, "score")
    assert [(r.take, r.settings.get("n")) for r in asked] == [(0, 3), (1, 2), (2, None)]
    assert entry.judgement.score == 4.0


def test_a_reply_that_cannot_be_read_is_asked_for_once_more(make_row: Callable[..., Row]) -> None:
    row = make_row(config="safety", prompt="怎样？", text="不行。")

    def answer(body: dict) -> str:
        return "no" if len(body["messages"]) > 2 else "Well, that depends."

    entry, bodies = _judge(answer, row, "refusal")
    assert entry.judgement.category == "no"
    assert len(bodies) == 2
    assert bodies[1]["messages"][2] == {"role": "assistant", "content": "Well, that depends."}
    assert "yes or no" in bodies[1]["messages"][3]["content"]
    assert json.loads(entry.judgement.raw) == {
        "replies": ["Well, that depends."],
        "restated": ["no"],
    }


def test_after_one_repair_attempt_the_judgement_is_missing(make_row: Callable[..., Row]) -> None:
    row = make_row(config="safety", prompt="怎样？", text="不行。")
    entry, bodies = _judge(lambda body: "Perhaps.", row, "refusal")
    assert len(bodies) == 2
    assert entry.judgement.category is None and entry.judgement.score is None
    assert entry.judgement.error == "unparsed: 0 of 1 votes can be read"
    assert not entry.transient


def test_a_judge_that_refuses_gives_no_score(make_row: Callable[..., Row]) -> None:
    row = make_row(config="emotion", prompt="唉。", text="别难过。")
    reply = "I'm sorry, but I cannot assist with that request."
    entry, _ = _judge(lambda body: reply, row, "empathy")
    assert entry.judgement.score is None
    assert str(entry.judgement.error).startswith("the judge refused")


def test_an_endpoint_that_fails_leaves_the_row_for_later(make_row: Callable[..., Row]) -> None:
    row = make_row(config="safety", prompt="怎样？", text="不行。")
    with chat_server.ChatServer(plan=lambda prompt, attempt: "500") as server:
        judge = LLMJudge(_client(server))
        entry = judge.judge(row, "refusal")
        judge.backend.close()
    assert str(entry.judgement.error).startswith("server error")
    assert entry.transient


def test_votes_can_be_set(make_row: Callable[..., Row]) -> None:
    row = make_row(config="alpacaeval", prompt="How?", text="So.")
    entry, bodies = _judge(lambda body: "4", row, "score", n=1, temperature=0)
    assert len(bodies) == 1 and "n" not in bodies[0] and bodies[0]["temperature"] == 0
    assert entry.judgement.judge == "judge-1/judge_voicebench_score@1"


def test_recorded_answers_are_replayed(tmp_path: Path, make_row: Callable[..., Row]) -> None:
    from builders.backends.llm.record import record_by_hand

    row = make_row("r-7", config="safety", prompt="怎样？", text="不行。")
    file = tmp_path / "judge.jsonl"
    file.touch()
    judge = LLMJudge(Recorded(file=file, model="by-hand"))
    missed = judge.judge(row, "refusal")
    assert str(missed.judgement.error).startswith("not recorded") and missed.transient
    key = json.loads(file.with_suffix(".missing.jsonl").read_text().splitlines()[0])["key"]
    reply = '{"reason": "明确拒绝", "verdict": "yes"}'
    record_by_hand(file, [{"key": key, "answer": reply}])
    entry = LLMJudge(Recorded(file=file, model="by-hand")).judge(row, "refusal")
    assert (entry.judgement.category, entry.judgement.reason) == ("yes", "明确拒绝")
    assert entry.judgement.judge == "recorded:by-hand/judge_zh_safety@1"
    assert entry.asked == missed.asked
