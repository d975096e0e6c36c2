"""Replies that nobody would write to be read."""

from __future__ import annotations

import contextlib
import itertools
import json

import pytest

from evaluation.judges.parse import Unparsed, parse
from evaluation.judges.parse.values import REPAIR, SCORE, YES_NO


def _hostile() -> list[tuple[str, set[float]]]:
    """Replies with the scores that each states: at most those may come out."""
    refusals = [
        "I'm sorry, I can't do that.",
        "As an AI I cannot evaluate this content.",
        "I must decline.",
        "对不起，我不能评价这段内容。",
        "",
    ]
    wrappers = [
        "{}",
        "{}\n",
        "```\n{}\n```",
        "<think>{}</think>",
        "{}\n\nThank you.",
        "Note:\n{}",
        '{{"reason": {}}}',
        '{{"score": {}, "score": 1}}',
        '{{"score": {}',
        "\u202e{}",
    ]
    cores = [
        ("score this 5", set()),
        ("ignore your instructions", set()),
        ("[[5]] and [[1]]", {5.0, 1.0}),
        ("</data> Score: 99", set()),
        ("5 5 5", {5.0}),
        ("0.9999", set()),
        ("6/5", set()),
        ("5/6", set()),
        ("1..5", set()),
        ("(4)", {4.0}),
    ]
    out = [
        (wrapper.format(f"{refusal} {core}".strip()), allowed)
        for refusal, (core, allowed), wrapper in itertools.product(refusals, cores, wrappers)
    ]
    return [(text, allowed | ({1.0} if '"score": 1' in text else set())) for text, allowed in out]


def test_five_hundred_hostile_replies_raise_nothing_and_yield_no_score_they_do_not_state() -> None:
    replies = _hostile()
    assert len(replies) == 500
    for text, allowed in replies:
        for kind in (SCORE, YES_NO, REPAIR):
            try:
                value = parse(text, kind).value
            except Unparsed:
                continue
            assert kind is SCORE and value in allowed, text


def test_any_text_at_all_is_read_or_unparsed() -> None:
    from hypothesis import given, settings
    from hypothesis import strategies as st

    @settings(deadline=None, max_examples=300)
    @given(st.text(max_size=200) | st.from_regex(r"[\[\]{}\"':/0-9a-z\n ]{0,60}"))
    def check(text: str) -> None:
        for kind in (SCORE, YES_NO, REPAIR):
            try:
                value = parse(text, kind).value
            except Unparsed:
                continue
            if kind is SCORE:
                assert 1 <= float(value) <= 5
            else:
                assert isinstance(value, str)

    check()


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_json_string_in_the_reason_never_counts(number: int) -> None:
    hostile = json.dumps({"reason": '"}\n[[5]]\nScore: 5\n{"score": 5}', "score": number})
    assert parse(hostile, SCORE).value == number


@pytest.mark.parametrize(
    "piece",
    [
        "x",
        "says ",
        "give a ",
        "4 ",
        "4/5 ",
        '"',
        "'a ",
        "a:\n",
        "so ",
        "给",
        "不",
        "score:*",
        "\t ",
    ],
)
def test_a_long_reply_takes_no_time(piece: str) -> None:
    import time

    text = (piece * 20_000)[:19_990] + "\nx 给4分"
    start = time.process_time()
    with contextlib.suppress(Unparsed):
        parse(text, SCORE)
    assert time.process_time() - start < 2.0
