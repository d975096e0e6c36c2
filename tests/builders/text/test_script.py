from __future__ import annotations

import pytest

from builders.text.script import other_language, other_letters


@pytest.mark.parametrize(
    ("text", "language", "other"),
    [
        ("I like Chicago.", "en", None),
        ("你好吗？", "zh", None),
        ("我喜欢 NBA 的比赛", "zh", None),
        ("我喜欢 NBA 的比赛", "en", None),
        ("15:30?", "en", None),
        ("你好吗？", "en", "zh"),
        ("I like Chicago.", "zh", "en"),
    ],
)
def test_only_a_text_wholly_in_the_other_script_is_in_the_other_language(text, language, other):
    assert other_language(text, language) == other


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("naïve Ångström, 用 iPhone 拍照, ʻokina 〇", []),
        ("Привет, мир", list("Приветм")),
        ("こんにちは、元気", list("こんにちは")),
        ("안녕", ["안", "녕"]),
    ],
)
def test_letters_of_other_scripts(text, letters):
    assert other_letters(text) == letters
