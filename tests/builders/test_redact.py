from __future__ import annotations

import pytest

from builders.redact import LEFT_OUT, redact, redact_arguments, redact_setting

BASE64 = "UklGRqQMAABXQVZFZm10IBAA" * 10


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        (f"bad input: {BASE64}== here", "bad input: <media> here"),
        ("Bearer abcdefghij and hf_abcdefghijklmnopqr", "<key> and <key>"),
        ("AIzaSyA1234567890abcdefghijk", "<key>"),
        ("http://h/v1?a=b&key=abc&x=y", "http://h/v1?a=b&key=<key>&x=y"),
        ("mine is xyz", "mine is <key>"),
        ("/a/long/path/" + "folder-1.2/" * 20, "/a/long/path/" + "folder-1.2/" * 20),
        ("答" * 200, "答" * 200),
    ],
)
def test_keys_and_media_are_taken_out(text, clean):
    assert redact(text, "xyz", "") == clean


def test_values_of_secret_options_are_left_out():
    given = ["p", "--api-key", "x", "--token=y", "--tokenizer", "t", "HF_TOKEN=z", "--max-tokens=5"]
    assert redact_arguments(given) == [
        "p", "--api-key", LEFT_OUT, f"--token={LEFT_OUT}", "--tokenizer", "t",
        f"HF_TOKEN={LEFT_OUT}", "--max-tokens=5",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["org/sk-learn-based-model", "the key points", "a/" * 80])
def test_a_setting_that_is_no_key_stays_as_it_is(text):
    assert redact_setting(text) == text
    assert redact_setting(f"{text} sk-proj-abcdef1234567890ab") == f"{text} <key>"
