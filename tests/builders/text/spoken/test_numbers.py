import pytest

from builders.text.spoken import chinese_numbers, english_numbers


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (0, "零"),
        (10, "十"),
        (12, "十二"),
        (100, "一百"),
        (101, "一百零一"),
        (110, "一百一十"),
        (200, "两百"),
        (1001, "一千零一"),
        (1010, "一千零一十"),
        (2002, "两千零二"),
        (10010, "一万零一十"),
        (20000, "两万"),
        (100000, "十万"),
        (100010, "十万零一十"),
        (1000000, "一百万"),
        (10**8, "一亿"),
        (101000000, "一亿零一百万"),
    ],
)
def test_chinese_cardinal(value, words):
    assert chinese_numbers.cardinal(value) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2.5", "二点五"),
        ("007", "零零七"),
        ("1,234", "一千二百三十四"),
        (".5", "零点五"),
        ("1" * 17, "一" * 17),
    ],
)
def test_chinese_number(text, words):
    assert chinese_numbers.number(text) == words


@pytest.mark.parametrize(
    ("text", "power", "words"),
    [("1.5", 6, "一百五十万"), ("2", 9, "二十亿"), ("1.2345", 3, "一点二三四五千")],
)
def test_chinese_scaled(text, power, words):
    assert chinese_numbers.scaled(text, power) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2.50", "two point five zero"),
        ("1,234", "one thousand two hundred and thirty-four"),
        ("007", "zero zero seven"),
        ("0.05", "zero point zero five"),
        ("1" * 16, " ".join(["one"] * 16)),
    ],
)
def test_english_number(text, words):
    assert english_numbers.number(text) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (2014, "twenty fourteen"),
        (1905, "nineteen oh five"),
        (2000, "two thousand"),
        (1900, "nineteen hundred"),
        (2005, "two thousand and five"),
        (1066, "ten sixty-six"),
        (476, "four seventy-six"),
        (79, "seventy-nine"),
    ],
)
def test_english_year(value, words):
    assert english_numbers.year(value) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("101", "one oh one"),
        ("747", "seven forty-seven"),
        ("66", "sixty-six"),
        ("1000", "one thousand"),
    ],
)
def test_english_pairs(text, words):
    assert english_numbers.pairs(text) == words
