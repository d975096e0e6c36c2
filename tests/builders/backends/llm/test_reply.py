from __future__ import annotations

import base64

import pytest

from builders.backends.llm.failures import FILTERED, MALFORMED, AttemptError
from builders.backends.llm.reply import counts, to_reply

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
        (body({"content": [{"text": 5}]}), "a part of the answer is no text"),
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


def test_speech_in_a_choice_of_its_own_belongs_to_the_text():
    """As vLLM-Omni answers: the text, and a second choice of the same index with the speech."""
    audio = {"id": "a", "data": base64.b64encode(b"RIFF").decode(), "transcript": ""}
    text = {"index": 0, "message": SAID, "finish_reason": "stop"}
    speech = {"index": 0, "message": {"content": None, "audio": audio}, "finish_reason": "stop"}
    reply = to_reply({"choices": [text, speech]}, {}, 0, {})
    assert (reply.text, reply.texts, reply.audio) == ("Yes.", ("Yes.",), b"RIFF")
    alone = to_reply({"choices": [speech]}, {}, 0, {})
    assert (alone.text, alone.audio) == ("", b"RIFF")


def test_counts_are_finite_numbers():
    usage = {"prompt_tokens": 3, "a": "x", "b": None, "c": float("nan"), "d": True, "e": [1],
             "completion_tokens_details": {"audio_tokens": 2, "text_tokens": None}}  # fmt: skip
    found = {"prompt_tokens": 3, "completion_tokens_details": {"audio_tokens": 2}}
    assert counts(usage) == found
    assert counts("x") == counts(None) == counts([1]) == {}
