from __future__ import annotations

import logging
import pickle
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from chat_server import ChatServer, prompt_of, shares

from builders.backends.llm import BudgetError, EndpointError, LLMError, Request
from builders.backends.llm.openai_compatible import OpenAICompatible
from builders.errors import VivavoceError
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


def user(text: str) -> list[dict]:
    return [{"role": "user", "content": text}]


def client(server: ChatServer, **options) -> OpenAICompatible:
    given = {"model": "m", "api_key_env": None, "first_wait": 0.01, "timeout": 2.0, **options}
    return OpenAICompatible(base_url=server.url, **given)


def always(kind: str):
    return lambda prompt, attempt: kind


def first(kind: str):
    return lambda prompt, attempt: kind if attempt == 0 else "good"


def test_an_answer_carries_its_metadata():
    with ChatServer(keep_bodies=True) as server:
        llm = client(server, settings={"temperature": 0})
        reply = llm.ask(Request("r1", user("two words"), {"top_k": 5}))
        assert reply.text == "answer to two words"
        assert reply.finish_reason == "stop"
        assert reply.usage == {"prompt_tokens": 2, "completion_tokens": 4, "total_tokens": 6}
        assert 0 < reply.seconds < 2 and not reply.stored
        assert server.bodies == [
            {"model": "m", "messages": user("two words"), "temperature": 0, "top_k": 5}
        ]
        llm.close()


@pytest.mark.parametrize(
    ("fault", "kind", "status"),
    [
        ("429", "rate limited", 429),
        ("500", "server error", 500),
        ("timeout", "timeout", None),
        ("truncated", "malformed", None),
        ("broken", "connection", None),
        ("empty", "malformed", None),
        ("html", "malformed", None),
    ],
)
def test_troubles_are_told_apart_and_repeated(fault, kind, status):
    with ChatServer(plan=first(fault), hang=0.6) as server:
        llm = client(server, timeout=0.3)
        reply = llm.ask(Request("row 7", user("hello")))
        assert reply.text == "answer to hello"
        assert [(a.kind, a.status) for a in reply.history] == [(kind, status)]
        assert llm.totals().attempts == {kind: 1}
        llm.close()


def test_giving_up_names_row_kind_and_attempts():
    with ChatServer(plan=always("500")) as server:
        llm = client(server, attempts=3)
        with pytest.raises(LLMError, match=r"row 'r9': server error: HTTP 500.*after 3 attempts"):
            llm.chat(user("hello"), item="r9")
        assert server.asked["hello"] == 3
        assert llm.totals().failed == {"server error": 1}
        llm.close()


def test_a_refused_request_is_not_repeated():
    with ChatServer(plan=always("400")) as server:
        llm = client(server)
        with pytest.raises(LLMError) as caught:
            llm.chat(user("hello"), item="r")
        assert caught.value.kind == "request refused"
        assert server.asked["hello"] == 1
        llm.close()


def test_a_withheld_answer_is_not_repeated():
    with ChatServer(plan=always("filter")) as server:
        llm = client(server)
        with pytest.raises(LLMError) as caught:
            llm.chat(user("hello"), item="r")
        assert caught.value.kind == "content filtered"
        assert server.asked["hello"] == 1
        llm.close()


def test_the_key_comes_from_the_environment_and_shows_nowhere(monkeypatch, caplog, tmp_path):
    monkeypatch.setenv("MY_KEY", "sk-very-secret-123456")
    caplog.set_level(logging.DEBUG)
    with ChatServer(plan=lambda p, n: "401" if p == "bad" else "good", keep_bodies=True) as server:
        llm = client(server, api_key_env="MY_KEY", store=tmp_path)
        with pytest.raises(EndpointError) as caught:
            llm.chat(user("bad"))
        assert llm.chat(user("good")) == "answer to good"
        assert server.headers[-1]["Authorization"] == "Bearer sk-very-secret-123456"
        llm.close()
    assert "secret" not in str(caught.value)
    assert "very-secret" not in caplog.text
    assert all(b"secret" not in path.read_bytes() for _, path in ItemStore(tmp_path).files())


def test_a_missing_key_names_the_variable(monkeypatch):
    monkeypatch.delenv("NO_SUCH_KEY", raising=False)
    llm = OpenAICompatible(model="m", base_url="http://127.0.0.1:9/v1", api_key_env="NO_SUCH_KEY")
    with pytest.raises(VivavoceError, match="environment variable NO_SUCH_KEY"):
        llm.chat(user("hello"))


def test_retry_after_is_honoured_and_visible(caplog):
    with ChatServer(plan=first("429"), retry_after="0.4") as server:
        llm = client(server)
        started = time.monotonic()
        llm.chat(user("hello"), item="row-12")
        assert 0.4 <= time.monotonic() - started < 2
        llm.close()
    line = caplog.records[0].getMessage()
    assert "row 'row-12': rate limited" in line and "attempt 2 of 6 follows in 0." in line


def test_an_endless_retry_after_ends_the_call_at_once():
    with ChatServer(plan=always("429"), retry_after="3600") as server:
        llm = client(server, longest_wait=10)
        started = time.monotonic()
        with pytest.raises(LLMError, match="asks to wait 3600 s, longer than allowed"):
            llm.chat(user("hello"))
        assert time.monotonic() - started < 2
        llm.close()


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


def test_a_budget_needs_a_price():
    with pytest.raises(VivavoceError, match="max_cost needs the price"):
        OpenAICompatible(model="m", base_url="http://localhost/v1", max_cost=1)


def test_audio_passes_through_and_is_hashed(caplog):
    caplog.set_level(logging.DEBUG, "builders")
    part = {"type": "input_audio", "input_audio": {"data": "QUJDRA==", "format": "wav"}}
    content = [{"type": "text", "text": "listen"}, part]
    with ChatServer(plan=first("500"), keep_bodies=True) as server:
        llm = client(server)
        request = Request("r", [{"role": "user", "content": content}])
        assert llm.ask(request).text == "answer to listen"
        assert server.bodies[-1]["messages"][0]["content"][1] == part
        assert "QUJDRA" not in str(llm.key(request))
        other = [{"type": "text", "text": "listen"}, {**part, "input_audio": {"data": "QQ=="}}]
        assert llm.key(request) != llm.key(Request("r", [{"role": "user", "content": other}]))
        llm.close()
    assert "QUJDRA" not in caplog.text


def test_a_streamed_answer_has_its_times_and_audio():
    with ChatServer(lambda body: "three little words") as server:
        llm = client(server, settings={"stream": True})
        reply = llm.ask(Request("r", user("x"), {"modalities": ["text", "audio"]}))
        assert reply.text == "three little words "
        assert reply.audio == bytes(range(6))
        assert 0 < reply.first_token < reply.first_audio < reply.seconds
        assert reply.usage["completion_tokens"] == 3
        llm.close()


def test_a_stream_that_is_cut_is_malformed():
    with ChatServer(lambda body: "cut off here") as server:
        llm = client(server, settings={"stream": True}, attempts=2)
        with pytest.raises(LLMError, match="malformed: the stream ended before"):
            llm.chat(user("x"))
        llm.close()


def test_several_choices():
    with ChatServer() as server:
        llm = client(server)
        reply = llm.ask(Request("r", user("x"), {"n": 3}))
        assert reply.texts == ("answer to x",) * 3
        llm.close()


def test_a_client_travels_to_another_process():
    with ChatServer() as server:
        llm = client(server)
        llm.chat(user("x"))
        copy = pickle.loads(pickle.dumps(llm))
        assert copy.chat(user("y")) == "answer to y"
        llm.close()
        copy.close()


def test_another_model_for_one_call():
    with ChatServer(lambda body: body["model"]) as server:
        llm = client(server)
        assert llm.chat(user("x"), model="other") == "other"
        assert llm.key(Request("", user("x"), {"model": "other"}))["model"] == "other"
        llm.close()


def test_a_url_with_a_password_is_refused():
    with pytest.raises(VivavoceError, match="environment variable"):
        OpenAICompatible(model="m", base_url="http://me:secret@host/v1")


def test_no_thread_is_left_over():
    with ChatServer(lambda body: prompt_of(body)) as server:
        llm = client(server)
        llm.chat(user("x"))
        llm.close()
    names = [t.name for t in threading.enumerate()]
    assert names.count("vivavoce-llm") == 1
