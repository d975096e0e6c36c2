from __future__ import annotations

import asyncio

import pytest

from builders.backends.llm.cost import Budget, Price, Totals
from builders.backends.llm.failures import BudgetError
from builders.errors import VivavoceError


def test_price():
    assert Price.of({"input": 2, "output": 8}).cost(1_000_000, 500_000) == 6
    with pytest.raises(VivavoceError, match=r"expected \{input: NUMBER, output: NUMBER\}"):
        Price.of({"in": 2, "out": 8})


def test_a_call_waits_for_the_money_of_those_in_flight():
    async def run() -> None:
        budget = Budget(Price(0, 1e6), 10)
        await budget.reserve(8)
        waiting = asyncio.ensure_future(budget.reserve(8))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        assert budget.settle(8, {"completion_tokens": 2}) == 2
        await waiting
        assert budget.settle(8, {"completion_tokens": 8}) == 8
        with pytest.raises(BudgetError, match=r"10\.0000 of 10\.0000 is spent"):
            await budget.reserve(1)

    asyncio.run(run())


def test_an_answer_without_usage_costs_its_estimate():
    budget = Budget(Price(0, 1e6), 10)
    asyncio.run(budget.reserve(4))
    assert budget.settle(4, {}) is None
    assert budget.spent == 4


@pytest.mark.parametrize(
    "value",
    [5, "2", [], {}, {"input": 1}, {"input": 1, "output": None}, {"input": -1, "output": 2},
     {"input": True, "output": 2}, {"input": 1, "output": 2, "cached": 1}],
)  # fmt: skip
def test_what_is_no_price_is_shown(value):
    with pytest.raises(VivavoceError) as caught:
        Price.of(value)
    assert str(caught.value) == (
        "price of a language model: expected {input: NUMBER, output: NUMBER} (per million "
        f"tokens), got {value!r}"
    )


def test_no_price_is_no_price():
    assert Price.of(None) is None
    assert Price.of({"input": 0, "output": 0}).cost(1e6, 1e6) == 0


def test_a_budget_needs_a_price():
    with pytest.raises(VivavoceError, match="max_cost needs the price of the model: set price"):
        Budget(None, 5)


def test_an_estimate_expects_the_longest_answer_and_learns_the_mean():
    budget = Budget(Price(1e6, 1e6), None)
    # Half a token a byte and 16 of the frame; a ceiling is taken at its word, n times.
    assert budget.estimate(100, {"max_tokens": 10}) == 66 + 10
    assert budget.estimate(100, {"max_completion_tokens": 10, "n": 3}) == 66 + 30
    assert budget.estimate(100, {}) == 66 + 1024
    budget.settle(0, {"prompt_tokens": 1, "completion_tokens": 40})
    budget.settle(0, {"prompt_tokens": 1, "completion_tokens": 20})
    assert budget.estimate(100, {}) == 66 + 2 * 30
    assert Budget(None, None).estimate(100, {}) == 0.0


def test_a_failed_call_is_free():
    budget = Budget(Price(1, 1), 10)
    asyncio.run(budget.reserve(4))
    assert budget.settle(4, None) is None
    assert budget.spent == 0.0
    asyncio.run(budget.reserve(10))


def test_the_line_of_a_run_names_what_was_repeated():
    totals = Totals(answered=3, stored=2, prompt_tokens=10, completion_tokens=5, cost=0.12345)
    assert totals.line() == ("3 answered, 2 from the store, 0 failed; 10 + 5 tokens, cost 0.1235")
    totals.failed["timeout"] += 2
    totals.attempts.update({"timeout": 4, "rate limited": 1})
    assert totals.line() == (
        "3 answered, 2 from the store, 2 failed; 10 + 5 tokens, cost 0.1235; "
        "repeated: 1 × rate limited, 4 × timeout"
    )
