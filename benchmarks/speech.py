"""Throughput of the speech stage with the embedded engine: workers × threads.

    python benchmarks/speech.py --rows 8 --workers 1 2 --threads 1 2

Every setting speaks the same rows into a fresh store, with check by the recogniser and opinion
score, as a build does. The first row of each worker, which loads the models, is not counted. The
share of the engine calls is measured in one process, without a pool.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from builders.item import Item
from builders.stage.context import WorkerContext
from builders.stage.pool import Workers
from builders.stage.settings import BackendChoice, Settings, StepCall

TEXTS = (
    "Which animals sleep through the winter, and why do they do it?",
    "Please tell me how to keep bread fresh for a few days.",
    "What should I see on a first visit to the old harbour?",
    "How long does it take to learn to swim as a grown-up?",
)


def rows(count: int) -> list[Item]:
    return [
        Item(
            id=f"bench-{n:03d}",
            prompt=f"{TEXTS[n % len(TEXTS)]} {'And what else? ' * (n // len(TEXTS))}".strip(),
            language="en",
            source_id=str(n),
            source_revision="1",
            license="Apache-2.0",
        )
        for n in range(count)
    ]


def settings(store: Path, threads: int) -> Settings:
    options = {"threads": threads}
    names = {"tts": "kokoro", "asr": "whisper_base", "mos": "dnsmos"}
    backends = {kind: BackendChoice(name, options) for kind, name in names.items()}
    return Settings(seed=0, store=store, backends=backends, root=Path("recipes"))


CHAIN = [StepCall("speak", {"voices": "english_clean", "takes": 1, "homophones": True})]


def warm(item: Item, number: int) -> Item:
    """A row that no measured row shares anything with."""
    return item.but(id=f"warm-{number}", prompt=f"Good morning, number {number}.")


def throughput(items: list[Item], workers: int, threads: int) -> tuple[float, float]:
    """Seconds of speech made in a second, and the wall time, after every worker is warm."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Workers(settings(Path(folder), threads), workers) as pool,
    ):
        list(pool.walk([warm(items[0], n) for n in range(2 * workers)], CHAIN))
        began = time.perf_counter()
        done = list(pool.walk(items, CHAIN))
        wall = time.perf_counter() - began
    kept = [i for d in done for i in d.walked.items]
    kept += [r.rejected.item for d in done for r in d.walked.rejects if r.rejected.item]
    return sum(i.clip.seconds for i in kept) / wall, wall


class Timed(WorkerContext):
    """A context that knows how long its engine calls took, by kind."""

    def __init__(self, given: Settings) -> None:
        super().__init__(given)
        self.spent: Counter[str] = Counter()

    def cached(self, kind: str, key: dict[str, Any], make: Callable[[], Any]) -> Any:
        def timed() -> Any:
            began = time.perf_counter()
            made = make()
            self.spent[kind] += time.perf_counter() - began
            return made

        return super().cached(kind, key, timed)


def shares(items: list[Item], threads: int) -> tuple[float, dict[str, float]]:
    """Wall time of a stage in one process, and the share of each kind of engine call."""
    from builders.stage.walk import walk

    with tempfile.TemporaryDirectory() as folder:
        ctx = Timed(settings(Path(folder), threads))
        walk(warm(items[0], 0), CHAIN, ctx)
        ctx.spent.clear()
        began = time.perf_counter()
        for item in items:
            walk(item, CHAIN, ctx)
        wall = time.perf_counter() - began
    engines = {k: v / wall for k, v in ctx.spent.items() if not k.startswith("step-")}
    return wall, engines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=8)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    given = parser.parse_args()
    items = rows(given.rows)
    print(f"{os.cpu_count()} cores, {given.rows} rows; load {os.getloadavg()[0]:.1f}", flush=True)
    wall, engines = shares(items, given.threads[0])
    listed = ", ".join(f"{kind} {share:.1%}" for kind, share in engines.items())
    print(f"engine calls: {sum(engines.values()):.1%} of {wall:.1f} s ({listed})", flush=True)
    print("workers  threads  seconds of speech a second  wall", flush=True)
    for workers in given.workers:
        for threads in given.threads:
            speed, wall = throughput(items, workers, threads)
            print(f"{workers:7}  {threads:7}  {speed:26.2f}  {wall:4.1f} s", flush=True)


if __name__ == "__main__":
    main()
