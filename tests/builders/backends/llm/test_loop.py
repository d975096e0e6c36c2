from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor

from builders.backends.llm.loop import THREAD, background_loop


async def _where():
    return threading.current_thread().name


def test_every_thread_gets_the_one_loop_that_runs():
    with ThreadPoolExecutor(8) as pool:
        loops = list(pool.map(lambda _: background_loop(), range(32)))
    assert len(set(map(id, loops))) == 1
    assert asyncio.run_coroutine_threadsafe(_where(), loops[0]).result(5) == THREAD


def test_its_thread_ends_with_the_process():
    background_loop()
    found = [thread for thread in threading.enumerate() if thread.name == THREAD]
    assert found and all(thread.daemon for thread in found)


def test_a_forked_child_has_a_loop_of_its_own():
    background_loop()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        # The loop that was copied has no thread here; a call to it would never end.
        future = asyncio.run_coroutine_threadsafe(_where(), background_loop())
        os.write(write, future.result(5).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        assert file.read() == THREAD
    assert os.waitpid(child, 0)[1] == 0
