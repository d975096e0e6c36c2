"""Many calls at once: outcomes in the order of arrival."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import partial

from builders.backends.llm.failures import BudgetError, EndpointError, LLMError
from builders.backends.llm.messages import Reply, Request, Result
from builders.errors import VivavoceError


def stream_results(
    submit: Callable[[Request], Future[Reply]], requests: Iterable[Request], ahead: int
) -> Iterator[Result]:
    """Submit requests and yield outcomes as they come.

    Args:
        submit: Starts a call.
        requests: Read lazily, at most ``ahead`` beyond what has been yielded. Calls in back-off
            hold no slot, so ``ahead`` must exceed the concurrency for the slots to stay full.
        ahead: Most calls that are open at once.

    Raises:
        EndpointError: No call can succeed; raised once the open calls have been yielded.
        BudgetError: The budget is used up; likewise.
    """
    done: queue.SimpleQueue[tuple[Request, Future[Reply]]] = queue.SimpleQueue()
    source = iter(requests)
    open_calls: set[Future[Reply]] = set()
    stop: VivavoceError | None = None
    exhausted = False
    try:
        while True:
            while not exhausted and stop is None and len(open_calls) < ahead:
                request = next(source, None)
                if request is None:
                    exhausted = True
                    break
                future = submit(request)
                open_calls.add(future)
                future.add_done_callback(partial(_arrived, done, request))
            if not open_calls:
                break
            request, future = done.get()
            open_calls.discard(future)
            if future.cancelled():
                continue
            error = future.exception()
            if error is None:
                yield Result(request, future.result())
            elif isinstance(error, LLMError):
                yield Result(request, error=error)
            elif isinstance(error, EndpointError | BudgetError):
                stop = stop or error
            else:
                raise error
        if stop is not None:
            raise stop
    finally:
        for future in open_calls:
            future.cancel()


def _arrived(
    done: queue.SimpleQueue[tuple[Request, Future[Reply]]], request: Request, future: Future[Reply]
) -> None:
    done.put((request, future))
