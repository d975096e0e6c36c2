from __future__ import annotations

from types import SimpleNamespace

import pytest

from builders.backends.llm.cost import Price
from evaluation.contracts import Response
from evaluation.models import load_model
from evaluation.run.estimate import cost_line, time_line


def said(n: int, seconds: float, **usage: float) -> Response:
    return Response(str(n), text="a", seconds=seconds, usage=usage)


def test_without_earlier_answers_the_assumption_is_stated_and_shared_out():
    assert time_line(SimpleNamespace(parallel=8), [], 1001, 5.0) == (
        "about 10 min, 8 at once: 5 s a row is assumed (--answer-seconds); nothing is timed yet"
    )
    assert time_line(SimpleNamespace(), [], 3, 2.5).startswith("about 8 s: 2.5 s a row is assumed")
    # The last row takes as long as any, however many could go beside it.
    assert time_line(SimpleNamespace(parallel=8), [], 1, 5.0).startswith("about 5 s")


def test_earlier_answers_of_the_most_common_load_are_taken():
    rows = [said(n, s, streams=4) for n, s in enumerate((1.0, 1.0, 7.0))]
    rows += [said(8, 900.0), Response("9", error="timeout", seconds=800.0)]
    assert time_line(SimpleNamespace(parallel=2), rows, 100, 5.0) == (
        "about 2 min, 2 at once: 3.00 s a row, the mean of 3 earlier answers (streams 4)"
    )


def test_the_share_of_a_batch_is_not_divided_again():
    rows = [said(n, 0.5, batch=8) for n in range(8)]
    assert time_line(SimpleNamespace(parallel=8), rows, 80, 5.0).startswith("about 40 s: 0.50 s")


def test_times_of_recorded_answers_say_nothing_of_the_replay():
    assert time_line(SimpleNamespace(hears=False), [said(1, 5.0)], 1000, 5.0) is None


def test_cost_follows_from_earlier_answers_else_from_stated_tokens():
    model = SimpleNamespace(price=Price(10, 20), expected_tokens=(250, 300))
    assert cost_line(model, [], 1000) == (
        "cost about 8.50: 250 tokens of a question and 300 of an answer are assumed"
    )
    rows = [said(1, 1.0, cost=0.001), said(2, 1.0, cost=0.003), said(3, 1.0)]
    assert cost_line(model, rows, 10) == "cost about 0.0200: the mean of 2 earlier answers"


@pytest.mark.parametrize("name", ["openai_audio", "gemini"])
def test_a_paid_model_without_a_price_says_so(name):
    assert cost_line(load_model(name, {"model": "m"}), [], 10).startswith("cost unknown")
    priced = load_model(name, {"model": "m", "price": {"input": 1, "output": 2}})
    assert cost_line(priced, [], 1000).startswith("cost about 0.8500: 250 tokens")


def test_a_cascade_has_the_price_of_its_language_model():
    paid = {"model": "m", "base_url": "http://localhost:1/v1", "price": {"input": 0, "output": 10}}
    options = {"llm": "openai_compatible", "llm_options": paid, "workers": 4}
    model = load_model("cascade", options)
    assert cost_line(model, [], 1000).startswith("cost about 3.00")
    assert time_line(model, [], 8, 5.0).startswith("about 10 s, 4 at once")
    assert cost_line(load_model("cascade", {"llm": "example_responder"}), [], 10) is None
