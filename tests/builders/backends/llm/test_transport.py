from __future__ import annotations

import asyncio

import pytest
from chat_server import ChatServer

from builders.backends.llm.failures import CONNECTION, REFUSED, TIMEOUT, AttemptError
from builders.backends.llm.transport import Endpoint, Transport


def endpoint(url, timeout=5.0, key="sk-secret-0123456789"):
    return Endpoint(url, key, timeout, {}, 4)


def send(end, **settings):
    async def run():
        transport = Transport(end)
        try:
            return await transport.send("m", [{"role": "user", "content": "Hi?"}], settings)
        finally:
            await transport.close()

    return asyncio.run(run())


def test_one_attempt_over_the_wire():
    with ChatServer(lambda asked: "Hello.", keep_bodies=True) as server:
        reply = send(endpoint(server.url), temperature=0, seed=3)
    assert reply.text == "Hello."
    assert server.bodies == [
        {"model": "m", "messages": [{"role": "user", "content": "Hi?"}], "temperature": 0,
         "seed": 3}
    ]  # fmt: skip


def test_no_answer_in_time_and_no_server_are_told_apart():
    with (
        ChatServer(plan=lambda prompt, attempt: "timeout", hang=2.0) as server,
        pytest.raises(AttemptError, match=r"^no answer within 0\.2 s$") as late,
    ):
        send(endpoint(server.url, timeout=0.2))
    assert late.value.kind == TIMEOUT
    with pytest.raises(AttemptError) as gone:
        send(endpoint("http://127.0.0.1:9/v1"))
    assert gone.value.kind == CONNECTION
    assert gone.value.detail.startswith("Cannot connect to host 127.0.0.1:9")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("bad key sk-secret-0123456789!", "bad key <key>!"),
        ("Incorrect API key provided: sk-proj-abc***xyz", "Incorrect API <key>: <key>"),
        ("token sk-other-key-123456", "token <key>"),
        ("Authorization: Bearer abcdefghij", "Authorization: <key>"),
        ("x " * 300, "x " * 250),
        ("input: {'data': '" + "UklGRg" * 50 + "='}", "input: {'data': '<media>'}"),
        ("nothing to hide", "nothing to hide"),
    ],
)
def test_keys_are_taken_out_of_messages(text, clean):
    async def run():
        transport = Transport(endpoint("http://127.0.0.1:9/v1"))
        try:
            return transport.clean(text)
        finally:
            await transport.close()

    assert asyncio.run(run()) == clean


def test_the_key_of_an_endpoint_is_not_shown():
    assert repr(endpoint("http://h/v1")) == "Endpoint(http://h/v1)"


def test_a_refusal_that_repeats_the_request_shows_neither_key_nor_audio():
    with (
        ChatServer(plan=lambda prompt, attempt: "echo") as server,
        pytest.raises(AttemptError) as caught,
    ):
        send(endpoint(server.url), media="UklGRg" * 60)
    assert caught.value.kind == REFUSED
    assert "<media>" in caught.value.detail and "UklGRg" not in caught.value.detail
