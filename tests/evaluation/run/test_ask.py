from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example, Response
from evaluation.models.contract import Answer, Turn
from evaluation.run.ask import Asking
from evaluation.run.manifest import without_secrets
from evaluation.run.timing import load_of, summary


def example(**more) -> Example:
    given = {"id": "1", "family": "voicebench", "config": "c", "split": "test", "prompt": "Why?",
             "language": "en", "audio": b"x"}  # fmt: skip
    return Example(**{**given, **more})


WORDS = [
    {"text": "I", "start": 0.0, "end": 0.1, "span": [0, 1]},
    {"text": "like", "start": 0.1, "end": 0.4, "span": [2, 6]},
    {"text": "tea", "start": 0.5, "end": 0.9, "span": [7, 10]},
]
EAR = {"transcript": "I like tea.", "word_timestamps": WORDS, "triplet_id": "t",
       "mask_spans": [{"start": 0.45, "end": 0.9, "text": "tea"}]}  # fmt: skip


def test_speech_is_asked_without_text():
    asked = Asking().question(example())
    assert (asked.audio, asked.text) == (b"x", None)


def test_text_twin_is_asked_without_speech():
    asked = Asking(mode="text").question(example())
    assert (asked.audio, asked.text) == (None, "Why?")


def test_the_question_about_an_ear_passage_is_text():
    asked = Asking().question(example(family="ear", fields=EAR))
    assert (asked.audio, asked.text) == (b"x", "Why?")


def test_the_text_twin_of_a_masked_passage_hides_the_masked_words():
    asked = Asking(mode="text").question(example(family="ear", fields=EAR))
    assert asked.text == "I like ….\n\nWhy?"


def test_earlier_turns_stay_text():
    context = [{"from": "user", "value": "一"}, {"from": "assistant", "value": "二"}]
    asked = Asking().question(example(fields={"Context": context}))
    assert asked.history == (Turn("user", "一"), Turn("assistant", "二"))
    with pytest.raises(VivavoceError, match="neither user's nor assistant's"):
        Asking().question(example(fields={"Context": [{"from": "system", "value": "x"}]}))


def test_transcribe_then_answer_in_the_language_of_the_row():
    asking = Asking(prompt="transcribe_then_answer")
    assert "'Answer:'" in asking.question(example()).text
    assert asking.question(example(language="zh")).text.startswith("请先逐字写出")
    said = asking.read_answer(Answer(text="Transcript: why\n**Answer:** Because.\nReally."))
    assert said.text == "Because.\nReally."
    assert said.usage["reply"].startswith("Transcript")
    plain = Answer(text="The answer: no.")
    assert asking.read_answer(plain) == plain
    assert asking.read_answer(Answer(text="听写：你好\n回答：你好呀")).text == "你好呀"


def test_seeds_differ_by_row_and_sample_and_repeat():
    asking = Asking(samples=2, seed=4)
    seeds = {asking.question(example(id=i), s).seed for i in "ab" for s in (0, 1)}
    assert len(seeds) == 4
    assert asking.question(example(id="a"), 1).seed in seeds
    assert Asking(seed=5).question(example(id="a")).seed not in seeds


def test_a_row_without_audio_is_told():
    with pytest.raises(VivavoceError, match="no audio; ask it with --mode text"):
        Asking().question(example(audio=None))


def test_secrets_are_left_out_and_names_of_variables_stay():
    given = {"api_key_env": "X", "headers": {"Authorization": "Bearer abc"}, "tokens": 3,
             "access_token": "t", "n": [{"password": "p"}]}  # fmt: skip
    assert without_secrets(given) == {
        "api_key_env": "X", "headers": {"Authorization": "<left out>"}, "tokens": 3,
        "access_token": "<left out>", "n": [{"password": "<left out>"}],
    }  # fmt: skip


def test_single_stream_and_batch_are_told_apart():
    rows = [
        Response("1", text="a", seconds=2.0, duration=4.0, first_token=0.5),
        Response("2", text="a", seconds=1.0, duration=2.0, first_token=0.1),
        Response("3", text="a", seconds=0.25, duration=1.0, usage={"batch": 8}),
        Response("4", text="a", seconds=9.0, duration=1.0, usage={"streams": 16}),
        Response("5", error="timeout", seconds=100.0),
    ]
    assert [load_of(r) for r in rows[:4]] == ["single", "single", "batch 8", "streams 16"]
    assert summary(rows) == {
        "single": {"rows": 2, "seconds": 1.5, "first_token": 0.3, "rtf": 0.5},
        "batch 8": {"rows": 1, "seconds": 0.25, "rtf": 0.25},
        "streams 16": {"rows": 1, "seconds": 9.0, "rtf": 9.0},
    }
