"""Walk many rows at once and give the results back in the order of the rows."""

from __future__ import annotations

import multiprocessing
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

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
    _worker = WorkerContext(settings)


def _walk_in_process(item: Item, chain: Sequence[StepCall]) -> Done:
    assert _worker is not None
    return walk_counted(item, chain, _worker)


def walk_counted(item: Item, chain: Sequence[StepCall], ctx: WorkerContext) -> Done:
    """Walk one row and count the engine calls of this row alone."""
    made, found = Counter(ctx.made), Counter(ctx.found)
    walked = walk(item, chain, ctx)
    return Done(walked, ctx.made - made, ctx.found - found)


def walk_all(
    items: Iterable[Item],
    chain: Sequence[StepCall],
    settings: Settings,
    *,
    workers: int = 1,
    threads: bool = False,
) -> Iterator[Done]:
    """Walk all rows with ``workers`` workers; results come in input order.

    Args:
        items: Rows, read as they are needed.
        chain: Steps.
        settings: For the workers' contexts.
        workers: Number of workers; the result does not depend on it.
        threads: Threads instead of processes, for chains that wait on a network.
    """
    if workers <= 1:
        ctx = WorkerContext(settings)
        for item in items:
            yield walk_counted(item, chain, ctx)
        return
    pool: Executor
    if threads:
        shared = WorkerContext(settings)
        pool = ThreadPoolExecutor(workers)

        def job(item: Item) -> Any:
            return pool.submit(_walk_in_thread, item, chain, shared)

    else:
        # Fork would copy the locks of threads that onnxruntime and pyarrow have started.
        method = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, method, _start, (settings,))

        def job(item: Item) -> Any:
            return pool.submit(_walk_in_process, item, chain)

    with pool:
        try:
            yield from _in_order(items, job, workers * AHEAD)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _walk_in_thread(item: Item, chain: Sequence[StepCall], shared: WorkerContext) -> Done:
    # Backends are shared, counters are not: they would mix the rows of all threads.
    return walk_counted(item, chain, shared.sibling())


def _in_order(items: Iterable[Item], job: Any, window: int) -> Iterator[Done]:
    waiting: deque[Future[Done]] = deque()
    for item in items:
        waiting.append(job(item))
        if len(waiting) >= window:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
