from __future__ import annotations

import hashlib
import json

from builders.backends.llm.failures import Attempt
from builders.backends.llm.messages import Reply, Request, fold, readable, request_key


def sha(text):
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_a_stored_reply_comes_back_with_its_audio():
    reply = Reply("hi", ("hi", "ho"), "stop", "m", {"total_tokens": 3}, 0.5, 1.0, 0.1, 0.2, b"\x00")
    stored = json.loads(json.dumps(reply.dump()))
    assert stored["audio"] == "AA=="
    again = Reply.load(stored)
    assert again.dump() == reply.dump()
    assert (again.audio, again.stored, reply.stored) == (b"\x00", True, False)
    assert again.history == ()


def test_a_reply_of_one_choice_may_leave_the_list_out():
    assert Reply.load({"text": "a"}).texts == ("a",)
    assert Reply.load({"text": "a"}).audio is None


def test_attempts_before_an_answer_are_added_to_a_copy():
    attempt = Attempt("timeout", "no answer within 5 s", wait=1.0)
    plain = Reply("a")
    assert plain.with_history((attempt,)).history == (attempt,)
    assert plain.history == ()


def test_the_key_is_what_determines_the_answer():
    ask = [{"role": "user", "content": "Hi?"}]
    request = Request("row-1", ask, {"temperature": 1, "model": "other"}, "judge@2", take=1)
    assert request_key(request, "m@1", {"temperature": 0, "seed": 3}) == {
        "template": "judge@2",
        "model": "other",
        "messages": ask,
        "settings": {"temperature": 1, "seed": 3},
        "take": 1,
    }
    # Which row asks is no part of it: equal questions have one answer.
    plain = Request("row-1", ask)
    assert request_key(plain, "m@1", {}) == request_key(Request("row-2", ask), "m@1", {})
    assert request_key(plain, "m@1", {}) != request_key(plain, "m@2", {})
    assert request.settings["model"] == "other"


def test_media_is_known_by_its_hash_wherever_it_stands():
    url = "data:audio/wav;base64,QUJD"
    messages = (
        {"content": [{"type": "input_audio", "input_audio": {"data": "QUJD", "format": "wav"}}]},
        {"content": [{"type": "audio_url", "audio_url": {"url": url}}, {"text": "data: plain"}]},
        {"data": {"nested": 1}},
    )
    assert fold(messages) == [
        {"content": [
            {"type": "input_audio", "input_audio": {"data": sha("QUJD"), "format": "wav"}}
        ]},
        {"content": [
            {"type": "audio_url", "audio_url": {"url": sha(url)}}, {"text": "data: plain"}
        ]},
        {"data": {"nested": 1}},
    ]  # fmt: skip


def test_messages_are_shown_as_a_person_reads_them():
    audio = {"type": "input_audio", "input_audio": {"data": "QUJD"}}
    shown = readable(
        [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "Hear:"}, audio]},
            {"content": "?"},
        ]
    )
    folded = {"type": "input_audio", "input_audio": {"data": sha("QUJD")}}
    assert shown == f"system: Be brief.\nuser: Hear:\n[input_audio: {folded}]\n?: ?"
    assert "QUJD" not in shown
