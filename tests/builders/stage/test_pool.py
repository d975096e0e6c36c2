from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

SCRIPT = """
import sys
from pathlib import Path

from builders.item import Item
from builders.stage.pool import Workers
from builders.stage.settings import Settings, StepCall

if __name__ == "__main__":
    rows = (
        Item(
            id=f"r-{n}",
            prompt="x",
            language="en",
            source_id="r",
            source_revision="1",
            license="-",
        )
        for n in range(50)
    )
    folder = Path(sys.argv[1])
    chain = [StepCall("toy_steps:tone", {"log": str(folder / "log"), "slow": 0.3})]
    with Workers(Settings(1, folder / "store", {}, folder), 2) as workers:
        list(workers.walk(rows, chain))
"""


def _alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_workers_of_a_killed_build_end_with_it(tmp_path, root):
    script = tmp_path / "main.py"
    script.write_text(textwrap.dedent(SCRIPT))
    helpers = str(root / "tests" / "helpers")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), helpers])}
    process = subprocess.Popen([sys.executable, str(script), str(tmp_path)], env=env)
    log = tmp_path / "log"
    deadline = time.monotonic() + 90
    workers: set[int] = set()
    while len(workers) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
        if log.exists():
            workers = {int(line.split()[1]) for line in log.read_text().splitlines()}
    assert len(workers) == 2
    assert process.pid not in workers
    process.send_signal(signal.SIGKILL)
    process.wait()
    while any(map(_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_alive, workers))
