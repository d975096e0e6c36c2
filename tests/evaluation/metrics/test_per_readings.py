from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.metrics.per import per_counts
from evaluation.metrics.per_readings import Written, alike
from evaluation.metrics.syllables import normalise, tokens

# A text, and ways of saying it that are equally right.
RIGHT = {
    "200": ["两百", "二百", "200", "２００"],
    "一共200元": ["一共两百元", "一共二百元"],
    "2200人": ["两千两百人", "二千二百人", "两千二百人"],
    "22000": ["两万两千", "二万二千", "两万二千"],
    "120个": ["一百二十个", "一百二个"],
    "10人": ["十人", "一十人"],
    "15:30": ["十五点三十", "十五点三十分", "十五点半", "下午三点半", "下午三点三十分", "15:30"],
    "下午3:30出发": ["下午三点半出发", "下午三点三十出发", "十五点三十出发"],
    "12:05": ["十二点零五", "十二点零五分", "十二点五分", "12:05"],
    "2:30": ["两点半", "两点三十", "两点三十分", "二点三十分"],
    "9:15到9:45": ["九点一刻到九点三刻", "九点十五至九点四十五", "九点十五分到九点三刻"],
    "8:00开门": ["八点开门", "八点整开门", "八点钟开门", "八点零分开门"],
    "20:00开始": ["二十点开始", "晚上八点开始", "晚上八点整开始"],
    "1-2": ["一到二", "一至二"],
    "3-5天": ["三到五天", "三至五天"],
    "1月-3月": ["一月到三月", "一月至三月"],
    "2个": ["两个", "二个"],
    "第2-3章": ["第二到三章", "第两至三章"],
    "拨打110": ["拨打幺幺零", "拨打一一零", "拨打110"],
    "电话13800138000": ["电话幺三八零零幺三八零零零", "电话一三八零零一三八零零零"],
    "2024": ["二零二四", "二千零二十四", "两千零二十四", "2024"],
    "2024年": ["二零二四年", "两千零二十四年", "二〇二四年"],
    "2000年": ["二零零零年", "两千年"],
    "90后": ["九零后", "九十后"],
    "80年代": ["八十年代", "八零年代"],
    "房间302": ["房间三零二", "房间三百零二"],
    "3.14": ["三点一四", "三点幺四"],
    "2.5米": ["二点五米", "两点五米"],
    "-5度": ["负五度", "零下五度"],
    "100%": ["百分之一百", "百分之百"],
    "AI技术": ["AI技术", "A I技术", "a.i.技术", "A.I. 技术"],
    "用A I写的": ["用AI写的", "用a.i.写的"],
    "问ChatGPT": ["问Chat GPT", "问chat g p t", "问CHATGPT"],
    "OpenAI的AI": ["Open AI的a i", "open a i的AI"],
}
# A text, what was heard, edits: another value is an error, however it is read.
WRONG = [
    ("200", "三百", 1),
    ("200", "两千", 1),
    ("2024", "两千零二十五", 1),
    ("2024", "二零二五", 1),
    ("2024年", "两千零二十五年", 1),
    ("电话13800138000", "电话幺三八零零幺三八零零一", 1),
    ("15:30", "十五点二十", 1),
    ("15:30", "下午四点半", 1),
    ("15:30", "凌晨三点半", 3),
    ("12:05", "十二点五十", 2),
    ("3-5天", "三五天", 1),
    ("34个", "三四个", 1),
    ("两个", "二个", 1),
    ("得了三点五分", "得了三点零五分", 1),
    ("得了12.5分", "得了十二点零五分", 1),
    ("上午八点", "八点", 2),
    ("八点", "八点钟", 1),
    ("有三点建议", "有三点整建议", 1),
    ("-5度", "五度", 1),
    ("002", "二", 2),
    ("AI技术", "IA技术", 1),
    ("AI技术", "A技术", 1),
    ("用AI写的", "用A I P写的", 1),
    ("他到家", "他至家", 1),
    ("幺妹", "一妹", 1),
]


@pytest.mark.parametrize(
    ("text", "heard"), [(text, heard) for text, ways in RIGHT.items() for heard in ways]
)
def test_equally_right_readings_cost_nothing(text: str, heard: str) -> None:
    counts = per_counts(f"他说{text}。", f"他说{heard}。")
    assert counts.edits == 0
    assert counts.length == len(tokens(f"他说{text}。"))


@pytest.mark.parametrize(("text", "heard", "edits"), WRONG)
def test_another_value_is_an_error(text: str, heard: str, edits: int) -> None:
    assert per_counts(text, heard).edits == edits


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_any_whole_number(one: int, other: int) -> None:
    import cn2an

    plain = cn2an.an2cn(one, "low")
    figures = "".join("零一二三四五六七八九"[int(d)] for d in str(one))
    ways = [plain, normalise(f"{one}吨")[:-1]]
    ways += [figures, figures.replace("一", "幺")] if one > 99 else []
    for way in ways:
        assert per_counts(f"共{one}吨", f"共{way}吨").edits == 0
    assert (per_counts(f"共{one}吨", f"共{other}吨").edits == 0) == (one == other)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 23), st.integers(0, 59))
def test_any_time(hour: int, minute: int, other_hour: int, other_minute: int) -> None:
    text = f"在{hour}:{minute:02}见"
    said = per_counts(text, f"在{other_hour}:{other_minute:02}见")
    assert (said.edits == 0) == ((hour, minute) == (other_hour, other_minute))
    if hour > 12 and minute:
        evening = "下午" if hour < 18 else "晚上"
        late = normalise(f"{hour - 12}:{minute:02}")
        assert per_counts(text, f"在{evening}{late}见").edits == 0


TEXT = st.text(
    st.sampled_from("零一二两三幺十百千万亿点半刻分整钟下午到至负零年后他好的abi .:-%0125"),
    max_size=14,
)


@settings(max_examples=400, deadline=None)
@given(TEXT, TEXT)
def test_readings_never_raise_the_count_nor_touch_the_text(text: str, heard: str) -> None:
    from evaluation.metrics.edits import edit_distance

    plain = edit_distance(tokens(text), tokens(heard))
    counts = per_counts(text, heard)
    assert counts.edits <= plain
    assert counts.length == len(tokens(text))
    assert per_counts(text, text).edits == 0


def test_what_has_no_number_stays_as_it_is() -> None:
    said = normalise("今天天气一般，我们去公园")
    assert alike(normalise("今天天气不错，我们去公园"), said, Written(False, False)) is said
