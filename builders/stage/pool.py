"""Walk many rows at once and give the results back in the order of the rows."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType

from builders.errors import VivavoceError
from builders.item import Item
from builders.stage.context import WorkerContext
from builders.stage.settings import Settings, StepCall
from builders.stage.walk import Walked, walk

AHEAD = 4
"""Rows that wait in line for each worker: enough to keep it busy, few enough for memory."""


@dataclass
class Done:
    """One walked row with the engine calls it took."""

    walked: Walked
    made: Counter[str]
    found: Counter[str]


_worker: WorkerContext | None = None


def _start(settings: Settings) -> None:
    global _worker
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker = WorkerContext(settings)


def _end_with_parent() -> None:
    # Workers hold both ends of their queue, so that of a killed parent would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _walk_in_process(item: Item, chain: Sequence[StepCall]) -> Done:
    assert _worker is not None
    return walk_counted(item, chain, _worker)


def walk_counted(item: Item, chain: Sequence[StepCall], ctx: WorkerContext) -> Done:
    """Walk one row and count the engine calls of this row alone."""
    made, found = Counter(ctx.made), Counter(ctx.found)
    walked = walk(item, chain, ctx)
    return Done(walked, ctx.made - made, ctx.found - found)


class Workers(AbstractContextManager["Workers"]):
    """Workers that live for a whole stage, so that models load once and not once a subset.

    Chains that wait on a network run in threads; chains without engines and costly steps run in
    the calling process; all others run in processes.

    Args:
        settings: For the workers' contexts.
        count: Number of workers; results do not depend on it.
    """

    def __init__(self, settings: Settings, count: int = 1) -> None:
        self.settings = settings
        self._count = count
        self._here: WorkerContext | None = None
        self._processes: Executor | None = None
        self._threads: Executor | None = None

    def walk(self, items: Iterable[Item], chain: Sequence[StepCall]) -> Iterator[Done]:
        """Walk all rows; results come in the order of the rows.

        Args:
            items: Rows, read as they are needed.
            chain: Steps.
        """
        steps = [call.step for call in chain]
        if self.settings.dry:
            # Looking into the store needs no company.
            ctx = self._context()
            return (walk_counted(item, chain, ctx) for item in items)
        kinds = {kind for step in steps for kind in step.uses}
        at_once = self._calls_at_once(kinds) if kinds else 0
        waits = "llm" in kinds or at_once > 0
        width = max(self._count, at_once) if waits else self._count
        if width <= 1 or not any(step.costly or step.uses for step in steps):
            ctx = self._context()
            return (walk_counted(item, chain, ctx) for item in items)
        if waits:
            pool, shared = self._thread_pool(width), self._context()

            def job(item: Item) -> Future[Done]:
                # Backends are shared, counters are not: they would mix the rows of all threads.
                return pool.submit(walk_counted, item, chain, shared.sibling())

        else:
            pool = self._process_pool()

            def job(item: Item) -> Future[Done]:
                return pool.submit(_walk_in_process, item, chain)

        return self._alive(_in_order(items, job, width * AHEAD))

    def _alive(self, walked: Iterator[Done]) -> Iterator[Done]:
        try:
            yield from walked
        except BrokenProcessPool as error:
            raise VivavoceError(
                f"one of {self._count} workers died without a word, most likely because memory "
                "ran out (its last words, if any, stand above). Run again with a lower --workers "
                "(or VIVAVOCE_WORKERS): finished rows are kept"
            ) from error

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for pool in (self._processes, self._threads):
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=kind is not None)

    def _context(self) -> WorkerContext:
        if self._here is None:
            self._here = WorkerContext(self.settings)
        return self._here

    def _calls_at_once(self, kinds: set[str]) -> int:
        """Calls that the backends of some kinds may have in flight: a thread waits for each."""
        ctx = self._context()
        chosen = [kind for kind in self.settings.backends if kind.partition("/")[0] in kinds]
        return sum(getattr(ctx.backend(kind), "concurrency", 0) for kind in chosen)

    def _thread_pool(self, width: int) -> Executor:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(width)
        return self._threads

    def _process_pool(self) -> Executor:
        if self._processes is None:
            # Fork would copy the locks of threads that onnxruntime and pyarrow have started.
            method = multiprocessing.get_context("spawn")
            self._processes = ProcessPoolExecutor(self._count, method, _start, (self.settings,))
        return self._processes


def _in_order(
    items: Iterable[Item], job: Callable[[Item], Future[Done]], window: int
) -> Iterator[Done]:
    waiting: deque[Future[Done]] = deque()
    for item in items:
        waiting.append(job(item))
        if len(waiting) >= window:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
