"""Results in the store are found by a backend's revision: whatever changes them stands in it."""

from __future__ import annotations

import pytest

from builders.backends import load_backend

SERVER = {"addresses": "http://localhost:1", "revision": "r"}
SPEECH = {"model": "tts-1", "base_urls": "http://localhost:1/v1", "revision": "r"}
COSY = {"revision": "r"}
EMOTION = {"model": "m", "revision": "r"}


@pytest.mark.parametrize(
    ("kind", "name", "given", "other"),
    [
        ("tts", "cosyvoice_server", SERVER, {"sampling_rate": 22_050}),
        ("tts", "cosyvoice_server", SERVER, {"end_of_prompt": ""}),
        ("tts", "openai_speech", SPEECH, {"model": "tts-1-hd"}),
        ("tts", "openai_speech", SPEECH, {"extra": {"temperature": 0}}),
        ("tts", "openai_speech", SPEECH, {"prompt_fields": {"audio": "ref_audio"}}),
        ("tts", "cosyvoice2", COSY, {"options": {"fp16": True}}),
        ("emotion", "transformers", EMOTION, {"labels": {"LABEL_0": "sad"}}),
        ("emotion", "funasr", EMOTION, {"labels": {"LABEL_0": "sad"}}),
    ],
)
def test_what_changes_a_result_changes_the_revision(kind, name, given, other):
    plain = load_backend(kind, name, given).revision
    assert load_backend(kind, name, given).revision == plain
    assert load_backend(kind, name, {**given, **other}).revision != plain
