from __future__ import annotations

import pytest

from builders.errors import VivavoceError
from evaluation.contracts import Example
from evaluation.models.contract import Answer, Turn
from evaluation.run.ask import Asking


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
