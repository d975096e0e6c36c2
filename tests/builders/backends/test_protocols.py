"""Every registered backend has the methods of its kind, with the names of their arguments."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from builders.backends import protocols
from builders.backends.protocols import Speech, Transcript, Voice
from builders.backends.registry import BACKENDS, factory

METHODS = {
    "tts": (protocols.TTS, "synthesise"),
    "asr": (protocols.ASR, "transcribe"),
    "aligner": (protocols.Aligner, "align"),
    "mos": (protocols.MOS, "score"),
    "emotion": (protocols.Emotion, "classify"),
    "llm": (protocols.LLM, "chat"),
}


@pytest.mark.parametrize(("kind", "name"), [(k, n) for k in METHODS for n in BACKENDS[k]])
def test_a_backend_takes_the_arguments_of_its_kind(kind, name):
    protocol, method = METHODS[kind]
    made = factory(kind, name)
    wanted = inspect.signature(getattr(protocol, method)).parameters
    given = inspect.signature(getattr(made, method)).parameters
    open_ended = any(p.kind is p.VAR_KEYWORD for p in given.values())
    missing = [n for n in wanted if n not in given and not (open_ended or n == "settings")]
    assert missing == []
    further = [p for n, p in given.items() if n not in wanted and p.kind is not p.VAR_KEYWORD]
    assert [p.name for p in further if p.default is p.empty] == []


def test_a_voice_needs_four_names_and_states_no_more_than_it_knows():
    voice = Voice("v", "kokoro", "af_heart", "en")
    assert (voice.gender, voice.age, voice.accent, voice.emotion) == (None,) * 4
    assert (voice.prompt_audio, voice.prompt_text, voice.license) == (None, None, "")


def test_results_have_words_only_where_the_engine_knows_them():
    assert Speech(np.zeros(3, np.float32), 24_000).words is None
    first, second = Transcript("a"), Transcript("b")
    assert first.words is None and first.extra == {}
    assert first.extra is not second.extra
