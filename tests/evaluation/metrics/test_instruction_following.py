from __future__ import annotations

import io
import json

import numpy as np
import pytest
import soundfile

from builders.errors import VivavoceError
from evaluation.contracts import Judgement
from evaluation.metrics.instruction_following import (
    INSTRUCTION_FOLLOWING,
    RELEASED,
    follows,
    instruction_category,
    instruction_sub_category,
    keeps_speed,
    keeps_speed_released,
    repeats_text,
)
from evaluation.metrics.repeat_text import parse_repeat, query_seconds, repeat_error

TEXT = "山路很长，我们走得很慢，直到天黑才看见灯火。"
FAST_SAD = "请用两倍于我的语速和悲伤的语气，跟我重复下面这句话。" + TEXT


@pytest.fixture
def item(make_row):
    def make(
        sub="Plain repeat",
        prompt="请跟我念下面这句话。" + TEXT,
        text=TEXT,
        asr=TEXT,
        follows="yes",
        emotion=None,
        **more,
    ):
        judged = {"follows": follows} if follows else {}
        if emotion is not None:
            judged["emotion"] = Judgement("r-0", "emotion", "e2v", raw=json.dumps(emotion))
        fields = {"Category": "Paralinguistic", "Sub-category": sub} | more.pop("fields", {})
        return make_row(prompt=prompt, text=text, asr=asr, fields=fields, judged=judged, **more)

    return make


def test_plain_repeat(item) -> None:
    assert follows(item()) is True
    assert follows(item(follows="no")) is False
    assert follows(item(asr="山路很长")) is False
    assert follows(item(asr=None)) is None
    assert follows(item(follows=None)) is None


def test_the_repeated_text_must_be_the_requested_one(item) -> None:
    other = "今天的天气真好，我想出去走走。"
    row = item(text=other, asr=other)
    assert repeats_text(row) is False
    assert follows(row) is False
    # The public script does not look.
    assert RELEASED.measure(row) == (1.0, 1.0)


def test_explanations_and_single_slips_are_allowed(item) -> None:
    assert repeats_text(item(text="好的，我来念：" + TEXT + "念完了。")) is True
    assert repeats_text(item(text=TEXT.replace("灯", "火"))) is True  # 1 of 19 syllables
    assert repeats_text(item(text=TEXT.replace("我们走得", ""))) is False  # 4 of 19
    assert repeat_error(TEXT, "") == 1.0


@pytest.mark.parametrize(
    ("instruction", "emotion", "speed"),
    [
        ("请用伤心的语气重复我下面说的问题，注意不要回答", "sad", None),
        ("请用惊喜的语气重复", "surprised", None),
        ("请用中性的语气重复", "neutral", None),
        ("请用两倍于我的语速，跟我重复", None, "fast"),
        ("请用比我快一倍的语速", None, "fast"),
        ("请用比我慢一倍的语速和生气的语气", "angry", "slow"),
        ("但将语速设置为我的一半，并且使用高兴的语气", "happy", "slow"),
    ],
)
def test_what_is_asked(make_row, instruction, emotion, speed) -> None:
    asked = parse_repeat(make_row(prompt=f"{instruction}。我很伤心，两倍的快一倍。"))
    assert (asked.emotion, asked.speed) == (emotion, speed)
    assert asked.text == "我很伤心，两倍的快一倍。"


def test_text_in_its_own_column(make_row) -> None:
    row = make_row(prompt="跟我念 你好 这两个字", fields={"Repeat_text": "你好"})
    assert parse_repeat(row).text == "你好"
    assert parse_repeat(make_row(prompt="跟我念你好")) is None


def test_emotion_over_all_classes(item) -> None:
    def sad(p):
        table = {"sad": p, "happy": 1 - p}
        return item("With emotion", "请用悲伤的语气重复。" + TEXT, emotion=table)

    assert follows(sad(0.51)) is True
    assert follows(sad(0.5)) is False
    assert follows(item("With emotion", "请用悲伤的语气重复。" + TEXT)) is None


@pytest.mark.parametrize(
    ("seconds", "kept"), [(2.5, False), (2.6, True), (7.4, True), (7.5, False)]
)
def test_fast_is_a_quarter_to_three_quarters(item, seconds, kept) -> None:
    # 10 syllables of instruction, 10 of text: half of 20 s is expected to be 10 s.
    prompt = "请用两倍的速度念下句。山路很长我们走得很慢"
    row = item("With speed", prompt, duration=seconds, fields={"duration": 20.0})
    assert parse_repeat(row).share == 0.5
    assert keeps_speed(row) is kept


@pytest.mark.parametrize(
    ("seconds", "kept"), [(15.0, False), (15.1, True), (24.9, True), (25.0, False)]
)
def test_slow_is_one_and_a_half_to_two_and_a_half(item, seconds, kept) -> None:
    prompt = "请用一半的速度念下句。山路很长我们走得很慢"
    row = item("With speed", prompt, duration=seconds, fields={"duration": 20.0})
    assert keeps_speed(row) is kept
    # The public script takes the duration of the whole question: 30 to 50 s.
    assert keeps_speed_released(row) is False


def test_speed_and_emotion_both(item) -> None:
    def row(p=0.9, seconds=3.0, **more):
        emotion = None if p is None else {"sad": p}
        return item(
            "With speed & emotion",
            FAST_SAD,
            emotion=emotion,
            duration=seconds,
            fields={"duration": 12.0},
            **more,
        )

    assert follows(row()) is True
    assert follows(row(p=0.2)) is False
    assert follows(row(seconds=9.0)) is False
    assert follows(row(p=None)) is None
    assert INSTRUCTION_FOLLOWING.measure(row(seconds=None)) is None


def test_question_duration_from_audio(item) -> None:
    wav = io.BytesIO()
    soundfile.write(wav, np.zeros(8000), 16_000, format="WAV")
    assert query_seconds(item(audio=wav.getvalue())) == 0.5
    assert query_seconds(item()) is None
    with pytest.raises(VivavoceError, match="row r-0: the question's audio cannot be read"):
        query_seconds(item(audio=b"no audio"))


def test_other_categories_need_the_judge_alone(make_row) -> None:
    row = make_row(fields={"Category": "Situation"}, judged={"follows": "yes"})
    assert INSTRUCTION_FOLLOWING.measure(row) == (1.0, 1.0)
    assert INSTRUCTION_FOLLOWING.measure(make_row(fields={"Category": "Format"})) is None


def test_released_questions_are_all_understood(shared, make_row) -> None:
    path = shared / "sources" / "vocalbench-zh" / "json" / "instruction_following.json"
    data = json.loads(path.read_text("utf-8"))
    rows = [make_row(r["Qid"], prompt=r["Question"], fields=r) for r in data]
    assert len({instruction_category(row) for row in rows}) == 6
    spoken = [row for row in rows if instruction_category(row) == "paralinguistic"]
    assert len(spoken) == 200
    unclear = []
    for row in spoken:
        asked, sub = parse_repeat(row), instruction_sub_category(row)
        if asked is None or not asked.text:
            unclear.append((row.example.id, "text"))
        elif sub in {"emotion", "speed_emotion"} and asked.emotion is None:
            unclear.append((row.example.id, "emotion"))
        elif sub in {"speed", "speed_emotion"} and asked.speed is None:
            unclear.append((row.example.id, "speed"))
    assert unclear == []
