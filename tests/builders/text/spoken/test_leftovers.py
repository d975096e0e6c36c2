import pytest

from builders.text.spoken import leftovers


@pytest.mark.parametrize(
    ("text", "language", "left"),
    [
        ("It costs fifty dollars, doesn't it?", "en", []),
        ("It costs $50.", "en", ["$", "50"]),
        ("See **this** and `that`", "en", ["**", "**", "`", "`"]),
        ("Go to https://x.org/a now", "en", ["https://x.org/a"]),
        ("a <b>bold</b> word", "en", ["<b>", "</b>"]),
        ("AT&amp;T", "en", ["&amp;"]),
        ("café naïve — “yes”…", "en", []),
        ("say 你好", "en", ["你好"]),
        ("smile 😀", "en", ["😀"]),
        ("他用iPhone拍照，好吗？", "zh", []),
        ("他有5个", "zh", ["5"]),
        ("百分之五十%", "zh", ["%"]),
        ("二〇二四年", "zh", ["〇"]),
        ("Привет", "zh", ["Привет"]),
        (r"x \times y", "en", [r"\times"]),
        ("", "en", []),
    ],
)
def test_leftovers(text, language, left):
    assert leftovers(text, language) == left
