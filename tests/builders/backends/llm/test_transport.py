from __future__ import annotations

import asyncio
import base64

import pytest
from chat_server import ChatServer

from builders.backends.llm.failures import CONNECTION, FILTERED, MALFORMED, TIMEOUT, AttemptError
from builders.backends.llm.transport import Endpoint, Transport, to_reply

SAID = {"role": "assistant", "content": "Yes."}


def body(*messages, reason="stop", **more):
    choices = [{"message": m, "finish_reason": reason} for m in messages or (SAID,)]
    return {"model": "m-1", "choices": choices, **more}


def test_an_answer_is_taken_apart():
    usage = {"prompt_tokens": 3, "completion_tokens": 1, "details": None}
    reply = to_reply(body(usage=usage), {}, 1.23456, {"first_token": 0.5})
    assert (reply.text, reply.texts, reply.model) == ("Yes.", ("Yes.",), "m-1")
    assert reply.usage == {"prompt_tokens": 3, "completion_tokens": 1}
    assert (reply.seconds, reply.first_token, reply.first_audio) == (1.2346, 0.5, None)
    assert (reply.finish_reason, reply.audio, reply.stored) == ("stop", None, False)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, "x"]}, "ab"),
        ({"content": None, "audio": {"transcript": "heard"}}, "heard"),
        ({"content": "", "refusal": "No."}, "No."),
        ({"content": "said", "audio": {"transcript": "heard"}}, "said"),
    ],
)
def test_text_is_found_wherever_it_stands(message, text):
    assert to_reply(body(message), {}, 0, {}).text == text


def test_speech_alone_is_an_answer():
    message = {"content": None, "audio": {"data": base64.b64encode(b"RIFF").decode()}}
    reply = to_reply(body(message), {}, 0, {})
    assert (reply.text, reply.audio) == ("", b"RIFF")


def test_more_choices_than_asked_for_are_kept_and_fewer_are_refused():
    two = body(SAID, {"content": "No."})
    assert to_reply(two, {"n": 1}, 0, {}).texts == ("Yes.", "No.")
    with pytest.raises(AttemptError, match=r"^2 choices in the answer, 3 asked for$"):
        to_reply(two, {"n": 3}, 0, {})


@pytest.mark.parametrize(
    ("payload", "detail"),
    [
        ([], "the body is JSON but no chat completion: it has no choices"),
        ({"choices": None}, "the body is JSON but no chat completion: it has no choices"),
        ({"choices": ["x"]}, "the body is JSON but no chat completion: it has no choices"),
        ({"choices": []}, "0 choices in the answer, 1 asked for"),
        ({"choices": [{}]}, "a choice of the answer has no message"),
        (body({"content": 5}), "the content of the answer is no text"),
        (body({"content": " "}), "the answer is empty (finish_reason: stop)"),
        (body({"content": "a", "audio": "UklGRg=="}), "the audio of the answer is no object"),
        (body({"content": "a", "audio": {"data": "x"}}), "the audio of the answer is not base64"),
        (body({"content": "a", "audio": {"data": 7}}), "the audio of the answer is not base64"),
        (body(SAID, {"content": ""}), "the answer is empty (finish_reason: stop)"),
    ],
)
def test_what_is_no_answer_is_malformed(payload, detail):
    with pytest.raises(AttemptError) as caught:
        to_reply(payload, {}, 0, {})
    assert (caught.value.kind, caught.value.detail) == (MALFORMED, detail)
    assert not caught.value.final


def test_a_withheld_answer_is_final():
    with pytest.raises(AttemptError, match="the endpoint withheld the answer") as caught:
        to_reply(body({"content": None}, reason="content_filter"), {}, 0, {})
    assert (caught.value.kind, caught.value.final) == (FILTERED, True)


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
        ("x" * 600, "x" * 500),
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
