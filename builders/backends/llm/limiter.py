"""How many calls may be in flight, and how long to wait after one that failed."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass

from builders.step import keyed_rng


@dataclass(frozen=True)
class Backoff:
    """Exponential back-off with jitter.

    Attributes:
        attempts: Attempts a call gets in all.
        first: Seconds before the second attempt, on average.
        longest: Most seconds between two attempts.
    """

    attempts: int = 6
    first: float = 1.0
    longest: float = 60.0

    def wait(self, call: str, failed: int, retry_after: float | None) -> float:
        """Seconds to wait after ``failed`` failed attempts (1, 2, …).

        The endpoint's own figure is obeyed; a little is added, so that the calls it refused
        together do not come back together.
        """
        draw = float(keyed_rng(0, call, f"backoff {failed}").uniform())
        if retry_after is not None:
            return retry_after + min(1.0, 0.25 * retry_after) * draw
        return min(self.longest, self.first * 2 ** (failed - 1)) * (0.5 + draw)


class Limiter:
    """Slots for calls in flight; fewer after a refusal, more again as calls succeed.

    All methods run on one event loop. The number in flight never exceeds ``most``.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.allowed = most
        self.in_flight = 0
        self.peak = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._successes = 0
        self._lowered_at = 0.0

    async def acquire(self) -> float:
        """Wait for a slot and return the time it was had (monotonic)."""
        while self.in_flight >= self.allowed:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place
            except asyncio.CancelledError:
                self._wake()
                raise
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        return time.monotonic()

    def release(self) -> None:
        """Give a slot back."""
        self.in_flight -= 1
        self._wake()

    def lower(self, started: float) -> None:
        """Allow fewer calls after a refusal of a call that started at ``started``.

        Calls that were already out when the limit was last lowered say nothing new.
        """
        if started >= self._lowered_at:
            self.allowed = max(1, self.allowed // 2)
            self._successes = 0
            self._lowered_at = time.monotonic()

    def succeeded(self) -> None:
        """Allow one more call after a full round of successes."""
        self._successes += 1
        if self.allowed < self.most and self._successes >= max(1, self.allowed // 4):
            self.allowed += 1
            self._successes = 0
            self._wake()

    def _wake(self) -> None:
        free = self.allowed - self.in_flight
        while free > 0 and self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                free -= 1
