from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.metrics.syllables import normalise, tagged, tokens

READINGS = {
    "10": "十",
    "15": "十五",
    "20": "二十",
    "100000": "十万",
    "1,000": "一千",
    "1，000人": "一千人",
    "12,345": "一万二千三百四十五",
    "10500": "一万零五百",
    "50%": "百分之五十",
    "50 %": "百分之五十",
    "５０％": "百分之五十",
    "99.9%": "百分之九十九点九",
    "1-2": "一到二",
    "0.1～0.2寸": "零点一到零点二寸",
    "15:30": "十五点三十分",
    "３０": "三十",
    "〇": "零",
    "二〇一四年": "二零一四年",
    "2014年": "二零一四年",
    "1999年12月31日": "一九九九年十二月三十一日",
    "第18个": "第十八个",
    "3/4": "四分之三",
    "-5度": "负五度",
    "007": "零零七",
}


@pytest.mark.parametrize(("written", "said"), READINGS.items())
def test_numbers_are_read_as_chinese_numerals(written, said) -> None:
    assert normalise(written) == said
    assert tokens(written) == tokens(said)


def test_syllables_carry_their_tone() -> None:
    assert tokens("少林寺的") == ["shao4", "lin2", "si4", "de5"]


def test_latin_words_are_words() -> None:
    assert tagged("黄皮树（*Phellodendron chinense*）的") == (
        ("huang2", False),
        ("pi2", False),
        ("shu4", False),
        ("phellodendron", True),
        ("chinense", True),
        ("de5", False),
    )
    assert tokens("I don’t，ＯＫ！") == ["i", "don't", "ok"]
    assert normalise("乳中穴（Rǔzhōng）") == "乳中穴 ruzhong"


def test_traditional_characters_are_the_simplified_ones() -> None:
    assert normalise("銀行的行長") == "银行的行长"
    assert tokens("銀行的行長") == tokens("银行的行长")


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), max_size=12))
def test_idempotent_on_any_hanzi(text) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert len(tokens(text)) == len(once)


def test_punctuation_markup_and_emoji_leave_no_trace() -> None:
    assert normalise("✅ **答案：青蒿**\n\n- 清热，\n") == "答案青蒿清热"
    assert normalise("") == "" and tokens("…！？") == []


def test_tone_change_of_yi_and_bu_is_left_to_the_speaker() -> None:
    # One wrong neighbour is one error, not two.
    assert tokens("一个") == ["yi1", "ge4"]
    assert tokens("一天") == ["yi1", "tian1"]
    assert tokens("不是")[0] == tokens("不说")[0] == "bu4"


def test_spaces_and_punctuation_do_not_change_polyphones() -> None:
    assert tokens("银行，长大") == tokens("银行长大")


MIXED = st.text(
    st.one_of(
        st.characters(min_codepoint=0x4E00, max_codepoint=0x4E40),
        st.sampled_from("0123456789０１２５９〇零十百千万.,:%-—～/年月日点分个℃$￥ "),
        st.sampled_from("abcXYZａｂＺ'’éǔ，。！？（）*#\n"),
    ),
    max_size=24,
)


@settings(max_examples=400, deadline=None)
@given(MIXED)
def test_idempotent(text) -> None:
    once = normalise(text)
    assert normalise(once) == once


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=20))
def test_idempotent_on_any_text(text) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert not any(c.isdecimal() for c in once)


def widen(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


@settings(max_examples=400, deadline=None)
@given(
    st.text(
        st.one_of(
            st.characters(min_codepoint=0x4E00, max_codepoint=0x4E40),
            st.characters(min_codepoint=0x21, max_codepoint=0x7E),
        ),
        max_size=20,
    )
)
def test_width_does_not_matter(text) -> None:
    assert normalise(widen(text)) == normalise(text)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**12 - 1))
def test_whole_numbers_agree_with_cn2an(number) -> None:
    import cn2an

    written = f"共{number}吨"
    said = normalise(written).removeprefix("共").removesuffix("吨").replace("两", "二")
    assert cn2an.cn2an(said, "smart") == number
