from __future__ import annotations

import asyncio

from builders.backends.llm.limiter import Backoff, Limiter


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
