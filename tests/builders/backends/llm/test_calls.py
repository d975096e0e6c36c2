"""Many calls at once: slots, sharing, the store and the budget."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from chat_server import ChatServer, prompt_of, shares
from llm_client import client, user

from builders.backends.llm import BudgetError, LLMError, Request
from builders.stage.store import ItemStore

FAULTS = {
    "429": 0.04,
    "500": 0.05,
    "timeout": 0.01,
    "truncated": 0.04,
    "broken": 0.03,
    "empty": 0.02,
    "html": 0.02,
    "wrong": 0.05,
    "400": 0.01,
}


def test_a_back_off_holds_no_slot():
    plan = lambda prompt, attempt: "429" if prompt == "slow" and attempt == 0 else "good"  # noqa: E731
    with ChatServer(plan=plan, retry_after="1.0") as server:
        llm = client(server, concurrency=1)
        with ThreadPoolExecutor(2) as pool:
            slow = pool.submit(llm.chat, user("slow"))
            while not server.asked["slow"]:
                time.sleep(0.005)
            started = time.monotonic()
            llm.chat(user("quick"))
            assert time.monotonic() - started < 0.8
            assert not slow.done()
            assert slow.result() == "answer to slow"
        llm.close()


def test_two_thousand_calls_with_every_trouble(tmp_path):
    def accept(text: str) -> str:
        if not text.startswith("answer to"):
            raise ValueError("does not begin with 'answer to'")
        return text

    with ChatServer(plan=shares(FAULTS), hang=6.0, latency=0.01) as server:
        # Longer than a busy machine takes to read an answer: one that comes late is paid twice.
        llm = client(server, concurrency=48, timeout=3.0, store=tmp_path)
        outcomes: dict[str, str] = {}

        def one(number: int) -> None:
            request = Request(f"r{number}", user(f"q {number}"))
            try:
                value, _ = llm.ask_accepted(request, accept)
                outcomes[request.id] = value
            except LLMError as error:
                assert error.item == request.id
                outcomes[request.id] = error.kind

        with ThreadPoolExecutor(96) as pool:
            list(pool.map(one, range(2000)))
        assert len(outcomes) == 2000
        good = {f"r{n}" for n in range(2000) if outcomes[f"r{n}"] == f"answer to q {n}"}
        kinds = Counter(outcomes[i] for i in outcomes if i not in good)
        assert set(kinds) <= {"request refused", "wrong content"}, kinds
        assert 1900 < len(good) < 2000
        assert server.peak <= 48 and llm.totals().peak_in_flight <= 48
        assert max(server.paid.values()) == 1
        assert set(server.paid) == {f"q {i[1:]}" for i in good}

        asked = server.asked.copy()
        again = client(server, concurrency=48, timeout=0.5, store=tmp_path)
        for identity in sorted(good)[:200]:
            request = Request(identity, user(f"q {identity[1:]}"))
            assert again.ask_accepted(request, accept)[0] == outcomes[identity]
        assert server.asked == asked
        again.close()
        llm.close()


def test_chat_many_yields_as_answers_come_and_reads_lazily():
    read: list[int] = []

    def requests():
        for number in range(10_000):
            read.append(number)
            yield Request(str(number), user(f"q {number}"))

    with ChatServer() as server:
        llm = client(server, concurrency=4)
        results = llm.chat_many(requests())
        seen = [next(results) for _ in range(10)]
        results.close()
        assert all(r.reply and r.reply.text == f"answer to q {r.request.id}" for r in seen)
        assert len(read) <= 10 + 4 * 4
        llm.close()


def test_answers_on_the_wire_are_kept_when_nobody_waits_any_more(tmp_path):
    with ChatServer(latency=0.3) as server:
        llm = client(server, concurrency=8, store=tmp_path)
        results = llm.chat_many(Request(str(n), user(f"q {n}")) for n in range(100))
        next(results)
        while server.in_flight < 8:
            time.sleep(0.005)
        results.close()
        llm.close()
        assert ItemStore(tmp_path).stats().records["chat"] == sum(server.paid.values())
        assert sum(server.asked.values()) <= 24


def test_equal_calls_at_the_same_time_are_one_call():
    with ChatServer(latency=0.2) as server:
        llm = client(server)
        with ThreadPoolExecutor(10) as pool:
            answers = list(pool.map(lambda _: llm.chat(user("same")), range(10)))
        assert answers == ["answer to same"] * 10
        assert server.paid["same"] == 1
        llm.close()


def test_an_equal_call_right_after_is_answered_from_memory():
    with ChatServer() as server:
        llm = client(server)
        first, again = (llm.ask(Request(r, user("same"))) for r in ("r1", "r2"))
        assert first.text == again.text and server.asked["same"] == 1
        assert llm.ask(Request("r3", user("same"), take=1)).text and server.asked["same"] == 2
        llm.close()


def test_wrong_content_is_kept_and_not_paid_again(tmp_path):
    def accept(text: str) -> str:
        raise ValueError("never good enough")

    with ChatServer() as server:
        for _ in range(2):
            llm = client(server, store=tmp_path)
            with pytest.raises(LLMError, match="never good enough") as caught:
                llm.ask_accepted(Request("r", user("hello")), accept, takes=2)
            assert caught.value.kind == "wrong content"
            assert caught.value.raw == "answer to hello"
            llm.close()
        assert server.paid["hello"] == 2


def test_the_budget_stops_the_run_and_keeps_what_was_paid(tmp_path):
    price = {"input": 0, "output": 1e6}  # one unit of money a token; an answer has 4 tokens
    with ChatServer() as server:
        llm = client(
            server, price=price, max_cost=40, store=tmp_path, concurrency=4,
            settings={"max_tokens": 6},
        )  # fmt: skip
        got = []
        with pytest.raises(BudgetError, match="every answer so far is kept"):
            for result in llm.chat_many(Request(str(n), user(f"q {n}")) for n in range(50)):
                got.append(result)
        # Nine calls cost 36; a tenth might cost 6 and would not fit into the remaining 4.
        assert len(got) == 9 and llm.totals().cost == 36
        assert got[0].reply.cost == 4
        assert ItemStore(tmp_path).stats().records["chat"] == 9
        llm.close()
        more = client(server, price=price, max_cost=40, store=tmp_path, settings={"max_tokens": 6})
        assert more.chat(user(f"q {got[0].request.id}")).startswith("answer")
        assert more.totals().cost == 0
        more.close()


def test_no_thread_is_left_over():
    with ChatServer(lambda body: prompt_of(body)) as server:
        llm = client(server)
        llm.chat(user("x"))
        llm.close()
    names = [t.name for t in threading.enumerate()]
    assert names.count("vivavoce-llm") == 1
