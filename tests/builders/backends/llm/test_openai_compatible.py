from __future__ import annotations

import logging
import pickle
import time

import pytest
from chat_server import ChatServer
from llm_client import always, client, first, user

from builders.backends.llm import EndpointError, LLMError, Request
from builders.backends.llm.openai_compatible import OpenAICompatible
from builders.errors import VivavoceError
from builders.stage.store import ItemStore


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
    with ChatServer(plan=first(fault), hang=3.0) as server:
        llm = client(server, timeout=1.5)
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
