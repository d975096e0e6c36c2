"""One background event loop a process, so that any thread can call the asynchronous client."""

from __future__ import annotations

import asyncio
import os
import threading

THREAD = "vivavoce-llm"

_lock = threading.Lock()
_loops: dict[int, asyncio.AbstractEventLoop] = {}


def background_loop() -> asyncio.AbstractEventLoop:
    """The running loop of this process; made at first use, and anew in a forked child."""
    with _lock:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever, name=THREAD, daemon=True)
            thread.start()
            _loops[os.getpid()] = loop
        return loop
