"""The one client for chat models behind any OpenAI-compatible endpoint.

In ``params.yaml``::

    llm:
      name: openai_compatible
      model: qwen2.5-max
      base_url: https://dashscope.aliyuncs.com/compatible-mode/v1
      api_key_env: DASHSCOPE_API_KEY
      concurrency: 32
      max_cost: 20
      price: {input: 1.6, output: 6.4}

Serves vLLM, DashScope, OpenAI and Gemini's compatible endpoint alike. The key is read from the
environment variable that ``api_key_env`` names and is never written anywhere.
"""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from builders.backends.llm.calls import Calls
from builders.backends.llm.cost import Price, Totals
from builders.backends.llm.failures import WRONG_CONTENT, Attempt, LLMError
from builders.backends.llm.limiter import Backoff
from builders.backends.llm.loop import THREAD, background_loop
from builders.backends.llm.many import stream_results
from builders.backends.llm.messages import Reply, Request, Result, request_key
from builders.backends.llm.transport import Endpoint
from builders.errors import VivavoceError
from builders.stage.store import ItemStore


class OpenAICompatible:
    """Chat client; every method may be called from any number of threads.

    Args:
        model: Model id as the endpoint knows it.
        base_url: Root of the API, usually ending in ``/v1``.
        revision: Exact version of the model, where its id leaves it open.
        api_key_env: Name of the environment variable with the key; ``None`` for a server
            without keys.
        concurrency: Most calls in flight at once, in this process.
        timeout: Seconds one attempt may take.
        attempts: Attempts a call gets before it is given up.
        first_wait: Mean seconds before the second attempt; doubles from there.
        longest_wait: Most seconds between two attempts. An endpoint that asks for more ends the
            call with an error that says so, rather than hours of silence.
        settings: Default body fields of every call, such as ``temperature``.
        price: ``{input: …, output: …}`` per million tokens.
        max_cost: Money this client may spend, in the currency of ``price``.
        store: Item store, or its folder, where each answer is kept the moment it arrives.
        headers: Further request headers; no secrets, they belong in the environment.
    """

    name = "openai_compatible"

    def __init__(
        self,
        *,
        model: str,
        base_url: str,
        revision: str | None = None,
        api_key_env: str | None = "OPENAI_API_KEY",
        concurrency: int = 16,
        timeout: float = 120.0,
        attempts: int = 6,
        first_wait: float = 1.0,
        longest_wait: float = 120.0,
        settings: Mapping[str, Any] | None = None,
        price: Mapping[str, Any] | None = None,
        max_cost: float | None = None,
        store: ItemStore | Path | str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise VivavoceError(f"base_url of the language model: '{base_url}' is no http(s) URL")
        if parts.username or parts.password:
            raise VivavoceError(
                "base_url of the language model holds a user name or password: put the key into "
                "an environment variable and name it in api_key_env"
            )
        if concurrency < 1 or attempts < 1 or timeout <= 0:
            raise VivavoceError(
                f"language model: concurrency {concurrency}, attempts {attempts} and timeout "
                f"{timeout} must be positive"
            )
        self.model = model
        self.revision = revision or model
        self.base_url = base_url
        self.api_key_env = api_key_env
        self.concurrency = concurrency
        self.timeout = timeout
        self.backoff = Backoff(attempts, first_wait, longest_wait)
        self.settings = dict(settings or {})
        self.price = Price.of(price)
        self.max_cost = max_cost
        self.headers = dict(headers or {})
        self.store = store if isinstance(store, ItemStore | None) else ItemStore(store)
        self._calls: dict[int, Calls] = {}
        if max_cost is not None and self.price is None:
            raise VivavoceError(
                "language model: max_cost needs the price of the model beside it, "
                "price: {input: …, output: …} per million tokens"
            )

    def __getstate__(self) -> dict[str, Any]:
        """Leave connections behind: a worker process opens its own."""
        return {**self.__dict__, "_calls": {}}

    def key(self, request: Request) -> dict[str, Any]:
        """All that determines the answer to ``request``; the key of the item store."""
        return request_key(request, self.revision, self.settings)

    def chat(
        self,
        messages: list[dict[str, Any]],
        *,
        item: str = "",
        template: str | None = None,
        **settings: Any,
    ) -> str:
        """Text of the answer.

        Args:
            messages: Chat messages; content may have audio parts.
            item: Row the call is made for, for logs and errors.
            template: ``name@version`` of the prompt template.
            settings: Body fields that differ from the defaults of the client.

        Raises:
            LLMError: The call has no usable answer; says of which kind.
            EndpointError: The endpoint answers no call at all.
            BudgetError: The budget is used up.
        """
        return self.ask(Request(item, messages, settings, template)).text

    def ask(self, request: Request) -> Reply:
        """Answer with token counts, finish reason and times. Raises as :meth:`chat`."""
        future = self._submit(request)
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            raise

    def ask_accepted(
        self, request: Request, accept: Callable[[str], Any], takes: int = 3
    ) -> tuple[Any, Reply]:
        """Ask until ``accept`` takes the answer.

        Answers that are not taken are kept too, so that a later run does not pay for them again.

        Args:
            request: The call.
            accept: Gets the text and returns what it means; raises ``ValueError`` saying what is
                wrong with it.
            takes: Answers to ask for at most.

        Returns:
            What ``accept`` returned, and the reply.
        """
        return accepted(self.ask, request, accept, takes)

    def chat_many(self, requests: Iterable[Request]) -> Iterator[Result]:
        """Ask many and yield each outcome as it comes, in the order of arrival.

        ``requests`` is read as calls finish and may be endless. Leaving the loop early cancels
        what is not yet on the wire; answers that are on their way are still kept in the store.

        Raises:
            EndpointError: The endpoint answers no call; after the outcomes that were had.
            BudgetError: The budget is used up; after the outcomes that were had.
        """
        return stream_results(self._submit, requests, ahead=4 * self.concurrency)

    def totals(self) -> Totals:
        """Calls, tokens, cost and troubles of this process so far."""
        calls = self._calls.get(os.getpid())
        return calls.totals if calls else Totals()

    def close(self) -> None:
        """Wait for the calls in flight and close the connections of this process."""
        calls = self._calls.pop(os.getpid(), None)
        if calls is not None:
            asyncio.run_coroutine_threadsafe(calls.close(), background_loop()).result()

    def _submit(self, request: Request) -> Future[Reply]:
        return asyncio.run_coroutine_threadsafe(self._run(request), background_loop())

    async def _run(self, request: Request) -> Reply:
        # Made here, on the loop, so that one process has one limiter however many threads ask.
        calls = self._calls.get(os.getpid())
        if calls is None:
            endpoint = Endpoint(
                self.base_url, self._api_key(), self.timeout, self.headers, self.concurrency
            )
            calls = Calls(endpoint, self)
            self._calls[os.getpid()] = calls
            weakref.finalize(self, _close_left_open, calls, os.getpid())
        return await calls.run(request)

    def _api_key(self) -> str:
        if self.api_key_env is None:
            return "none"
        key = os.environ.get(self.api_key_env, "")
        if not key:
            raise VivavoceError(
                f"the language model at {self.base_url} needs a key: set the environment "
                f"variable {self.api_key_env}, or api_key_env: null for a server without keys"
            )
        return key


def _close_left_open(calls: Calls, process: int) -> None:
    """Close the connections of a client that is still open when the process ends."""
    loop = background_loop()
    if process != os.getpid() or calls.closed or not loop.is_running():
        return
    future = asyncio.run_coroutine_threadsafe(calls.close(), loop)
    if threading.current_thread().name != THREAD:
        future.result(timeout=5)


def accepted(
    ask: Callable[[Request], Reply], request: Request, accept: Callable[[str], Any], takes: int
) -> tuple[Any, Reply]:
    """See :meth:`OpenAICompatible.ask_accepted`; ``ask`` is any way to get a reply."""
    history: list[Attempt] = []
    raw = None
    for take in range(request.take, request.take + takes):
        reply = ask(replace(request, take=take))
        try:
            return accept(reply.text), reply.with_history((*history, *reply.history))
        except ValueError as error:
            raw = reply.text
            history.append(Attempt(WRONG_CONTENT, str(error)))
    raise LLMError(
        WRONG_CONTENT, history[-1].detail, item=request.id, history=tuple(history), raw=raw
    )
