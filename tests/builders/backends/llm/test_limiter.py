from __future__ import annotations

import asyncio

import pytest

from builders.backends.llm.cost import Budget, Price
from builders.backends.llm.failures import BudgetError
from builders.backends.llm.limiter import Backoff, Limiter
from builders.errors import VivavoceError


def test_back_off_doubles_and_ends_at_the_longest():
    backoff = Backoff(attempts=9, first=1.0, longest=20.0)
    for failed, mean in ((1, 1), (2, 2), (3, 4), (5, 16), (6, 20), (9, 20)):
        waits = [backoff.wait(f"call {n}", failed, None) for n in range(50)]
        assert all(0.5 * mean <= wait <= 1.5 * mean for wait in waits)
        assert len(set(waits)) == 50
    assert backoff.wait("a", 1, None) == backoff.wait("a", 1, None)


def test_the_endpoints_own_figure_is_obeyed():
    backoff = Backoff()
    assert all(8 <= backoff.wait(f"call {n}", 1, 8.0) <= 9 for n in range(50))


def test_the_limit_falls_once_a_round_and_rises_again():
    async def run() -> None:
        limiter = Limiter(16)
        started = [await limiter.acquire() for _ in range(16)]
        for start in started:
            limiter.lower(start)
        assert limiter.allowed == 8
        for _ in range(16):
            limiter.release()
        limiter.lower(await limiter.acquire())
        assert limiter.allowed == 4
        for _ in range(200):
            limiter.succeeded()
        assert limiter.allowed == 16

    asyncio.run(run())


def test_never_more_than_allowed_even_when_waiters_give_up():
    async def run() -> None:
        limiter = Limiter(3)
        most = 0

        async def one(number: int) -> None:
            nonlocal most
            await limiter.acquire()
            most = max(most, limiter.in_flight)
            try:
                await asyncio.sleep(0.001 * (number % 5))
            finally:
                limiter.release()

        tasks = [asyncio.ensure_future(one(n)) for n in range(200)]
        await asyncio.sleep(0.005)
        for task in tasks[::3]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert most == 3 and limiter.in_flight == 0

    asyncio.run(run())


def test_price():
    assert Price.of({"input": 2, "output": 8}).cost(1_000_000, 500_000) == 6
    with pytest.raises(VivavoceError, match="expected the keys input and output"):
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
