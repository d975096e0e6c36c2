"""The life of a call: store, slot, attempt, back-off. Everything here runs on one event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from builders.backends.llm.cost import Budget, Totals
from builders.backends.llm.failures import (
    MALFORMED,
    TIMEOUT,
    Attempt,
    AttemptError,
    EndpointError,
    LLMError,
)
from builders.backends.llm.limiter import Limiter
from builders.backends.llm.messages import Reply, Request, readable
from builders.backends.llm.transport import Endpoint, Transport
from builders.stage.store import digest

if TYPE_CHECKING:
    from builders.backends.llm.openai_compatible import OpenAICompatible

KIND = "chat"
# Seconds an answer stays in memory: enough for a caller with a store of its own to keep it, so
# that an equal call in between is not made again.
REMEMBERED = 10.0
log = logging.getLogger("builders.llm")


@dataclass
class _Shared:
    """A call that several callers may wait for; it ends when none does any more."""

    task: asyncio.Task[Reply]
    waiting: int = 0


class Calls:
    """Runs the calls of one client in one process."""

    def __init__(self, endpoint: Endpoint, client: OpenAICompatible) -> None:
        self.client = client
        self.transport = Transport(endpoint)
        self.limiter = Limiter(client.concurrency)
        self.budget = Budget(client.price, client.max_cost)
        self.totals = Totals()
        self.closed = False
        self._running: dict[str, _Shared] = {}
        self._sending: set[asyncio.Task[Reply]] = set()

    async def run(self, request: Request) -> Reply:
        """Answer from the store, from an equal call that is under way, or from the endpoint."""
        key = self.client.key(request)
        name = digest(key)
        # Nothing is awaited before the call is listed, so equal calls always find one another.
        shared = self._running.get(name)
        if shared is None:
            shared = self._running[name] = _Shared(
                asyncio.ensure_future(self._answer(request, key, name))
            )
            shared.task.add_done_callback(partial(self._done, name))
        shared.waiting += 1
        try:
            return await asyncio.shield(shared.task)
        finally:
            shared.waiting -= 1
            if not shared.waiting:
                shared.task.cancel()

    def _done(self, name: str, task: asyncio.Task[Reply]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._running.pop(name, None)
        else:
            task.get_loop().call_later(REMEMBERED, self._running.pop, name, None)

    async def close(self) -> None:
        """Let the calls on the wire finish, then close the connections."""
        self.closed = True
        if self._sending:
            await asyncio.wait(set(self._sending))
        await self.transport.close()

    async def _answer(self, request: Request, key: Mapping[str, Any], name: str) -> Reply:
        store = self.client.store
        kept = None
        if store is not None and store.path(KIND, key).exists():
            kept = await asyncio.to_thread(store.get, KIND, key)
        if kept is None:
            return await self._attempts(request, key, name)
        self.totals.stored += 1
        return Reply.load(kept[0])

    async def _attempts(self, request: Request, key: Mapping[str, Any], name: str) -> Reply:
        history: list[Attempt] = []
        while True:
            try:
                reply = await self._attempt(request, key)
            except AttemptError as failure:
                wait = self._judge(request, failure, history, name)
            else:
                return reply.with_history(tuple(history))
            self.totals.waited += wait
            await asyncio.sleep(wait)

    async def _attempt(self, request: Request, key: Mapping[str, Any]) -> Reply:
        """Hold a slot for one attempt and not a moment longer."""
        settings = {**self.client.settings, **request.settings}
        amount = 0.0
        if self.client.price is not None:
            amount = self.budget.estimate(len(readable(request.messages).encode()), settings)
        started = await self.limiter.acquire()
        try:
            await self.budget.reserve(amount)
            self.totals.peak_in_flight = self.limiter.peak
            sending = asyncio.ensure_future(self._send(request, key, settings, amount))
        except BaseException:
            self.limiter.release()
            raise
        self._sending.add(sending)
        sending.add_done_callback(self._sent)
        try:
            # What is on the wire is paid for: whoever stops waiting, it is still received and kept.
            return await asyncio.shield(sending)
        except AttemptError as failure:
            if failure.status in (429, 503):
                self.limiter.lower(started)
            raise

    def _sent(self, task: asyncio.Task[Reply]) -> None:
        self._sending.discard(task)
        self.limiter.release()
        if not task.cancelled():
            task.exception()  # marks it as seen where nobody waits any more

    async def _send(
        self, request: Request, key: Mapping[str, Any], settings: dict[str, Any], amount: float
    ) -> Reply:
        model = settings.pop("model", self.client.model)
        try:
            reply = await self.transport.send(model, request.messages, settings)
        except AttemptError as failure:
            # An answer that was lost on the way may be on the bill.
            maybe = failure.kind in (MALFORMED, TIMEOUT)
            self.budget.settle(amount, {} if maybe else None)
            self.totals.cost = self.budget.spent
            raise
        except BaseException:
            self.budget.settle(amount, {})
            raise
        cost = self.budget.settle(amount, reply.usage)
        reply = replace(reply, cost=cost)
        if self.client.store is not None:
            # The slot is held until the answer is on disk: a killed run loses no more answers than
            # calls may be in flight. The disk must not hold up the loop, though.
            await asyncio.to_thread(self.client.store.put, KIND, key, reply.dump())
        self._count(reply)
        self.limiter.succeeded()
        return reply

    def _count(self, reply: Reply) -> None:
        self.totals.answered += 1
        self.totals.cost = self.budget.spent
        self.totals.without_usage += not reply.usage
        self.totals.prompt_tokens += int(reply.usage.get("prompt_tokens") or 0)
        self.totals.completion_tokens += int(reply.usage.get("completion_tokens") or 0)

    def _judge(
        self, request: Request, failure: AttemptError, history: list[Attempt], name: str
    ) -> float:
        """Seconds to wait before the next attempt, or the error that ends the call."""
        backoff = self.client.backoff
        history.append(Attempt(failure.kind, failure.detail, failure.status))
        self.totals.attempts[failure.kind] += 1
        if failure.fatal:
            raise EndpointError(
                f"{self.client.base_url} ({self.client.model}): {failure.detail}. No call can "
                "succeed; check the key, the model name and the quota. Answers so far are kept"
            )
        wait = backoff.wait(name, len(history), failure.retry_after)
        detail = failure.detail
        if failure.retry_after is not None and failure.retry_after > backoff.longest:
            detail += f"; the endpoint asks to wait {failure.retry_after:g} s, longer than allowed"
        elif not failure.final and len(history) < backoff.attempts:
            history[-1] = Attempt(failure.kind, failure.detail, failure.status, round(wait, 3))
            log.warning(
                "row '%s': %s (%s); attempt %d of %d follows in %.1f s; %d of %d calls in flight",
                request.id,
                failure.kind,
                failure.detail,
                len(history) + 1,
                backoff.attempts,
                wait,
                self.limiter.in_flight,
                self.limiter.allowed,
            )
            return wait
        self.totals.failed[failure.kind] += 1
        raise LLMError(failure.kind, detail, item=request.id, history=tuple(history))
