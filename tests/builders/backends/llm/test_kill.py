"""A run that is killed and started again pays for nothing it already has."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

from chat_server import ChatServer, shares

from builders.stage.store import ItemStore

CALLS = 2000
LIMIT = 32
RUN = """
import sys
from builders.backends.llm import Request
from builders.backends.llm.openai_compatible import OpenAICompatible

url, store, calls, limit = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
llm = OpenAICompatible(
    model="m", base_url=url, api_key_env=None, concurrency=limit, timeout=1.0, first_wait=0.01,
    store=store,
)
requests = (Request(f"r{n}", [{"role": "user", "content": f"q {n}"}]) for n in range(calls))
results = list(llm.chat_many(requests))
assert len({r.request.id for r in results}) == calls
bad = [r for r in results if r.error is not None]
assert all(r.error.kind == "request refused" for r in bad), [str(r.error) for r in bad]
print(len(results) - len(bad), len(bad), llm.totals().stored)
"""


def test_sigkill_and_restart(tmp_path):
    faults = {"429": 0.02, "500": 0.03, "truncated": 0.03, "broken": 0.02, "400": 0.01}
    with ChatServer(plan=shares(faults), latency=0.02) as server:
        command = [sys.executable, "-c", RUN, server.url, str(tmp_path), str(CALLS), str(LIMIT)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        while sum(server.paid.values()) < 600:
            assert process.poll() is None
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        time.sleep(0.1)  # what was on the wire has been answered to nobody
        kept = ItemStore(tmp_path).stats().records["chat"]
        paid = server.paid.copy()
        lost = sum(paid.values()) - kept
        assert 500 < kept < CALLS
        assert 0 <= lost <= LIMIT

        done = subprocess.run(command, capture_output=True, text=True, check=True)
        good, refused, stored = map(int, done.stdout.split())
        assert good + refused == CALLS and refused > 0
        assert stored == kept
        # Every answer that reached the store was paid for once; only calls that were on the wire
        # at the moment of the kill are asked a second time.
        assert sum(server.paid.values()) == good + lost
        # One that was lost may be refused the second time; it is paid for once and not answered.
        twice = sum(count > 1 for count in server.paid.values())
        assert lost - refused <= twice <= lost
        assert max(server.paid.values()) <= 2
        assert server.peak <= LIMIT
