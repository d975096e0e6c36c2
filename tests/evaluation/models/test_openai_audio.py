from __future__ import annotations

import base64
import logging

import audio_chat_server
import numpy as np
import pytest

from builders.errors import BackendError, VivavoceError
from evaluation.models import load_model
from evaluation.models.audio import spoken, wav
from evaluation.models.contract import Turn

KEY = "sk-very-secret-0123456789abcdef"


@pytest.fixture
def ask(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def run(questions, plan=lambda question, attempt: "good", **options):
        given = {"model": "m", "first_wait": 0.01, "timeout": 3, "concurrency": 4, **options}
        with audio_chat_server.AudioChatServer(plan=plan, keep_bodies=True) as server:
            model = load_model("openai_audio", {**given, "base_url": server.url})
            try:
                found = {q.id: a for q, a in model.answers(questions)}
            finally:
                model.close()
            return found, server

    return run


@pytest.mark.parametrize(
    ("dialect", "kind"),
    [("openai", "input_audio"), ("vllm", "input_audio"), ("vllm_url", "audio_url"),
     ("dashscope", "input_audio")],
)  # fmt: skip
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("speech", [False, True])
def test_dialects(ask, make_question, dialect, kind, stream, speech):
    question = make_question(
        text="why?", system="brief", history=(Turn("user", "a"), Turn("assistant", "b"))
    )
    found, server = ask([question], dialect=dialect, stream=stream, speech=speech)
    answer, [body] = found["r0"], server.bodies
    streamed = stream or dialect == "dashscope"
    name = f"{audio_chat_server.heard(base64.b64encode(wav(question.audio)).decode())} why?"
    assert answer.error is None and answer.text == f"answer to {name}"
    assert [m["role"] for m in body["messages"]] == ["system", "user", "assistant", "user"]
    assert [part["type"] for part in body["messages"][-1]["content"]] == [kind, "text"]
    assert bool(body.get("stream")) == streamed
    assert (answer.first_token is not None) == streamed
    if speech:
        expected = spoken(audio_chat_server.speech_of(name), 24_000)
        assert np.array_equal(answer.speech.samples, expected.samples)
        assert answer.speech.sampling_rate == 24_000
        assert (answer.first_audio is not None) == streamed
        assert body["audio"]["format"] == ("pcm16" if streamed and dialect == "openai" else "wav")
    else:
        assert answer.speech is None
    assert answer.usage["streams"] == 4 and answer.usage["total_tokens"] > 0
    if dialect == "dashscope":
        data = body["messages"][-1]["content"][0]["input_audio"]["data"]
        assert data.startswith("data:;base64,UklGR")


def test_rows_that_sound_alike_are_asked_each(ask, make_question):
    found, server = ask([make_question(f"r{n}") for n in range(5)])
    assert len(found) == 5 and len(server.bodies) == 5


def test_failures_keep_their_kind_and_the_row_is_not_repeated_in_them(ask, make_question):
    rows = [make_question("a", seed=1), make_question("b", seed=2)]
    found, _ = ask(rows, plan=lambda q, n: "400", attempts=2)
    assert found["a"].error == "request refused: HTTP 400: this audio is not liked"
    found, server = ask(rows, plan=lambda q, n: "500" if n < 2 else "good", attempts=3)
    assert found["b"].error is None and found["b"].usage["failed_attempts"] == 2
    assert len(server.bodies) == 6


def test_a_wrong_key_stops_the_run_and_is_shown_nowhere(ask, make_question, caplog):
    caplog.set_level(logging.DEBUG)
    with pytest.raises(VivavoceError) as raised:
        ask([make_question()], plan=lambda q, n: "401")
    assert "check the key" in str(raised.value)
    assert KEY not in str(raised.value)
    ours = [r.getMessage() for r in caplog.records if r.name.startswith(("builders", "evaluation"))]
    assert all(KEY not in text and "UklGR" not in text for text in ours)


def test_no_audio_and_text_alone(ask, make_question):
    from dataclasses import replace

    bad = replace(make_question("bad"), audio=b"nothing")
    found, server = ask([bad, make_question("text", audio=False, text="hi")])
    assert "no audio" in found["bad"].error
    assert found["text"].text == "answer to hi"
    assert server.bodies[0]["messages"] == [{"role": "user", "content": "hi"}]


def test_seed_goes_with_sampled_answers_alone(ask, make_question):
    _, server = ask([make_question(seed=9)])
    assert "seed" not in server.bodies[0] and server.bodies[0]["temperature"] == 0
    _, server = ask([make_question(seed=9)], settings={"temperature": 0.7})
    assert server.bodies[0]["seed"] == 9


def test_settings_without_the_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = load_model("openai_audio", {"model": "m", "price": {"input": 10, "output": 20}})
    assert KEY not in repr(model.settings())
    with pytest.raises(VivavoceError, match="did you mean 'openai'"):
        load_model("openai_audio", {"model": "m", "dialect": "opnai"})


def test_what_is_no_audio_is_not_heard_as_samples():
    html = b"<html>busy</html>"
    with pytest.raises(BackendError, match="no audio"):
        spoken(html, None)
    assert spoken(html, 24_000).sampling_rate == 24_000
