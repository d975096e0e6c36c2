from __future__ import annotations

import json

import pytest

from evaluation.metrics.per import PER, ErrorCounts, is_clear, per_counts
from evaluation.metrics.per_difference import differences
from evaluation.metrics.per_released import (
    PER_RELEASED,
    UnreadableNumberError,
    released_rate,
    released_text,
)
from evaluation.score import score

# Readings of the public script, obtained by running it.
RELEASED = {
    "0": "零",
    "10": "一",
    "15": "一五",
    "20": "二十",
    "007": "零七",
    "100": "一百",
    "10500": "一万零五百",
    "20000": "二万",
    "100000": "一零",
    "1,000": "一",
    "50%": "五十",
    "1-2": "一负二",
    "15:30": "一五三十",
    "0.5": "零点五",
    "二〇一四年": "二一四年",
    "2014年": "二千零一十四年",
    "GPT-4": "负四",
    "1234567890123": "一二千三百四十五亿六千七百八十九万零一百二十三",
}


@pytest.fixture(scope="session")
def released_rows(shared, make_row):
    """The released answers of one model as rows, with the released verdicts."""
    folder = shared / "sources" / "vocalbench-zh" / "model_output" / "qwen3-omni"
    heard = json.loads((folder / "json_asr" / "chinese_knowledge.json").read_text("utf-8"))
    verdicts = json.loads((folder / "result" / "chinese_knowledge.json").read_text("utf-8"))
    rows = [make_row(r["Qid"], text=r["Response"], asr=r["Response_hyp"]) for r in heard]
    return rows, {v["Qid"]: v for v in verdicts}


@pytest.mark.parametrize(("written", "said"), RELEASED.items())
def test_released_readings(written, said) -> None:
    assert released_text(written) == said


def test_released_script_stops_at_full_width_digits(make_row) -> None:
    with pytest.raises(UnreadableNumberError, match=r"U\+FF13"):
        released_text("３０人")
    row = make_row(text="３０人", asr="三十人")
    assert PER_RELEASED.measure(row) is None
    assert PER.measure(row) == (0.0, 3.0)


def test_released_file_row_by_row(released_rows) -> None:
    rows, verdicts = released_rows
    assert len(rows) == len(verdicts) == 10
    for row in rows:
        got = released_rate(row.response.text, row.response.asr_text)
        assert got == verdicts[row.example.id]["PER"], row.example.id


def test_every_difference_on_the_released_file_has_a_reason(released_rows, capsys) -> None:
    rows, _ = released_rows
    found = differences(rows)
    for difference in found:
        assert difference.reasons
        print(difference)
    assert {d.id for d in found} >= {"chinese_knowledge-0002", "chinese_knowledge-0004"}
    latin = next(d for d in found if d.id.endswith("0002"))
    assert "text: Latin words kept: phellodendron chinense" in latin.reasons
    same = {r.example.id for r in rows} - {d.id for d in found}
    for row in rows:
        if row.example.id in same:
            assert PER.measure(row) == PER_RELEASED.measure(row)


def test_counts() -> None:
    assert per_counts("少林寺", "少林寺") == ErrorCounts(0, 3)
    assert per_counts("买马", "卖马") == ErrorCounts(1, 2)  # tones count
    assert per_counts("他去", "它去了") == ErrorCounts(1, 2)  # homophones do not
    assert per_counts("", "你好").rate == 2.0


def test_rate_is_sum_over_sum(make_row) -> None:
    rows = [
        make_row("a", text="你好", asr="你"),
        make_row("b", text="今天天气很好啊", asr="今天天气很好啊"),
        make_row("c", text="没有转写", asr=None),
        make_row("d", text="", asr="你好"),
    ]
    got = score(PER, rows)
    assert got.value == pytest.approx(1 / 9)
    assert (got.n, got.total) == (2, 4)


def test_silence_is_all_wrong_and_not_missing(make_row) -> None:
    assert PER.measure(make_row(text="你好吗", asr="")) == (3.0, 3.0)


def test_clear_is_below_five_per_cent(make_row) -> None:
    text = "山" * 20
    assert is_clear(make_row(text=text, asr="山" * 19 + "水")) is False  # exactly 0.05
    assert is_clear(make_row(text=text + "山", asr=text + "水")) is True
    assert is_clear(make_row(text=text, asr=None)) is None
