"""Pairs of writings that are the same, pairs that are not, and the counts between them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.errors import VivavoceError
from builders.text.compare import (
    NORMALISER_ID,
    ErrorRate,
    error_rate,
    normalise,
    same_pronunciation,
)

_ENGLISH = """
fifty|50
$13.60|thirteen dollars sixty
$13.60|thirteen dollars and sixty cents
$13.60|13 dollars and 60 cents
don't|do not
can't|cannot
It's|it is
let's go|let us go
I'm gonna|I am going to
colour|color
organised|organized
analysing|analyzing
travelled|traveled
kilometres|kilometers
grey|gray
3:30|three thirty
3:30 p.m.|three thirty PM
3 pm|3 P.M.
2014|twenty fourteen
2014|two thousand and fourteen
2005|two thousand five
1905|nineteen oh five
1900|nineteen hundred
1990s|nineteen nineties
the '80s|the eighties
one oh one|101
one hundred and one|101
a hundred|100
a thousand|1,000
1,234|one thousand two hundred and thirty four
1,200,000|one million two hundred thousand
100, 200|one hundred two hundred
between 100 and 200|between one hundred and two hundred
21st|twenty-first
101st|one hundred and first
1000th|one thousandth
5%|five percent
5 per cent is|five percent is
3.14|three point one four
2.5|two and a half
3/4|three quarters
U.S.|US
U.S.A.|U S A
NASA|nasa
555-123-4567|five five five one two three four five six seven
Mr. Smith|mister smith
Dr Jones|Doctor Jones
GPT-4|gpt four
iPhone 15|iphone fifteen
World War II|world war two
25 km|twenty-five kilometres
v2.1.3|version two point one point three
$1.5 million|one point five million dollars
2023-10-05|October fifth, twenty twenty-three
well-known|well known
café|cafe
e-mail|email
um, hello|hello
Ｈｅｌｌｏ|hello
AT&T|AT and T
OK|okay
1-2|one to two
John’s book|John's book
half past three|half past 3
"""
_CHINESE = """
五十|50
五十|５０
10|十
100000|十万
1,000|一千
50%|百分之五十
1-2|一到二
15:30|十五点三十分
８|八
〇|零
2024年|二零二四年
二零一四年|2014年
两千零一十四|2014
二〇〇八|二零零八
電腦|电脑
臺灣的歷史|台湾的历史
105个|一百零五个
2个|两个
第二次|第2次
三点一四|3.14
一点五亿|1.5亿
13800138000|一三八零零一三八零零零
幺幺零|110
两万五|25000
一百二|120
一百零二|102
一千零一|1001
三亿五千万|350000000
用iPhone拍照|用 iphone 拍照
三分之二|2/3
一九九零年代|1990年代
零零七|007
Ｈｅｌｌｏ|hello
下午三点半|下午3点半
三点零五分|3:05
25℃|二十五摄氏度
你好，世界！|你好世界
“引号”|引号
零下五度|零下5度
一到两个|1-2个
二十一世纪|21世纪
"""


def _pairs(text):
    return [tuple(line.split("|")) for line in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("en", *pair) for pair in _pairs(_ENGLISH)] + [("zh", *pair) for pair in _pairs(_CHINESE)],
)
def test_same(language, first, second):
    assert normalise(first, language) == normalise(second, language)
    assert error_rate(first, second, language).match
    once = normalise(first, language)
    assert once
    assert normalise(once, language) == once


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        ("en", "fifteen", "50"),
        ("en", "four", "for"),
        ("en", "our", "or"),
        ("en", "one hundred and one", "110"),
        ("en", "21", "21st"),
        ("en", "$13.60", "$30.60"),
        ("en", "can", "can't"),
        ("zh", "十四", "四十"),
        ("zh", "一百零二", "一百二"),
        ("zh", "他", "她"),
        ("zh", "二零一四年", "二零一五年"),
        ("zh", "千万不要", "不要"),
    ],
)
def test_different(language, first, second):
    assert normalise(first, language) != normalise(second, language)
    assert not error_rate(first, second, language).match


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "It's $13.60, in 2014!", "it is 13 dollars 60 in 2014"),
        ("en", "He was the 21st, not the 2nd.", "he was the 21st not the 2nd"),
        ("zh", "他在2014年花了50%的钱。", "他在2014年花了百分之50的钱"),
        ("zh", "请解释Transformer的self-attention机制", "请解释transformer的self attention机制"),
        ("zh", "三四十个", "三四十个"),
    ],
)
def test_form(language, text, expected):
    assert normalise(text, language) == expected


def test_counts():
    assert error_rate("the cat sat on the mat", "the bat sat the mat now", "en") == ErrorRate(
        1, 1, 1, 4, 6
    )
    assert error_rate("the cat sat on the mat", "the bat sat the mat now", "en").rate == 0.5
    assert error_rate("今天天气好", "今天天汽真好", "zh") == ErrorRate(1, 0, 1, 4, 5)
    assert error_rate("用iPhone拍照", "用iPad拍照", "zh") == ErrorRate(1, 0, 0, 3, 4)


def test_empty_texts():
    assert error_rate("", "", "en") == ErrorRate(0, 0, 0, 0, 0)
    assert error_rate("", "", "en").rate == 0.0
    assert error_rate("", "two words", "en").rate == 2.0
    assert error_rate("two words", "", "en") == ErrorRate(0, 2, 0, 0, 2)
    assert error_rate("two words", "", "en").rate == 1.0


def test_pooling():
    total = ErrorRate(1, 0, 0, 9, 10) + ErrorRate(0, 2, 1, 28, 30)
    assert total == ErrorRate(1, 2, 1, 37, 40)
    assert total.rate == 0.1


@pytest.mark.parametrize(
    ("language", "first", "second", "same"),
    [
        ("zh", "她慢慢地走了", "他慢慢的走了", True),
        ("zh", "它跑得快", "他跑的快", True),
        ("zh", "我在做作业", "我再作作业", True),
        ("zh", "他走了", "你走了", False),
        ("zh", "买东西", "卖东西", False),
        ("zh", "五十", "50", True),
        ("zh", "银行在哪", "银航在哪", True),
        ("zh", "他走", "他走了", False),
        ("en", "health care", "healthcare", True),
        ("en", "health care", "health car", False),
    ],
)
def test_same_pronunciation(language, first, second, same):
    assert same_pronunciation(first, second, language) is same


@pytest.mark.parametrize("language", ["en", "zh"])
@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text_compares_equal_to_itself(language, text):
    result = error_rate(text, text, language)
    assert result.match
    assert result.hits == result.length
    assert same_pronunciation(text, text, language)


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="一二三四五六七八九十百千万亿零两人个的我", max_size=14))
def test_chinese_is_idempotent(text):
    once = normalise(text, "zh")
    assert normalise(once, "zh") == once


_WORDS = [
    *("one", "two", "nine", "ten", "twelve", "twenty", "thirty", "hundred", "thousand"),
    *("million", "and", "point", "oh", "first", "fifth", "the", "cat", "a"),
]


@settings(max_examples=300, deadline=None)
@given(words=st.lists(st.sampled_from(_WORDS), max_size=8))
def test_english_number_words_never_raise(words):
    assert " " * 2 not in normalise(" ".join(words), "en")


def test_ids_and_unknown_language():
    assert NORMALISER_ID == {"en": "en-compare-1", "zh": "zh-compare-1"}
    with pytest.raises(VivavoceError, match="unknown language 'de'"):
        normalise("x", "de")
