"""Environment conditions beside a plain loop of audiomentations and pyroomacoustics.

    python benchmarks/environment.py                    # speed, 12 clips, about two minutes
    python benchmarks/environment.py --clips 100        # as many as the published set has
    python benchmarks/environment.py --memory 100 1000  # peak memory against the number of clips

Both sides make every clip under the same 36 conditions and write 16-bit FLAC files. The plain
loop is what one writes first: one process, one transform a condition, and for reverberation
either a room simulated for each clip or, kinder to it, one room a level simulated before the
clock starts. Clips are made by rule, so that nothing has to be at hand.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

# One thread a process: workers share the cores, and the loop is one process as it stands.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

from environment_loop import RATE, SIX, make_clip, plain_loop  # noqa: E402


class Store:
    """The part of the engine's context that conditions use, over the project's item store."""

    seed = 0

    def __init__(self, folder: str) -> None:
        from builders.stage.store import ItemStore

        self.store = ItemStore(folder)

    def rng(self, item, name):
        from builders.step import keyed_rng

        return keyed_rng(self.seed, item.id, name)

    def backend(self, kind):
        raise RuntimeError(f"no {kind} is used here")

    def cached(self, kind, key, make):
        found = self.store.get(kind, key)
        if found is None:
            found = make()
            self.store.put(kind, key, *found)
        return found


def ours(index: int, seconds: float, folder: str, store: str, spread: int) -> dict[str, float]:
    """Make all variants of one clip with the project's steps; CPU seconds by condition."""
    from builders.environment.steps import apply_condition, conditions
    from builders.item import Item

    ctx = Store(store)
    item = Item(
        id=f"{index:05d}",
        prompt="",
        language="en",
        source_id=str(index),
        source_revision="",
        license="",
    ).with_audio(make_clip(index, seconds), RATE)
    spent: dict[str, float] = defaultdict(float)
    for variant in conditions.function(item, ctx, dict.fromkeys(SIX, "all")):
        start = time.process_time()
        made = apply_condition.function(variant, ctx)
        name = f"{index % spread}-{variant.fields['Category']}-{variant.fields['Level']}.flac"
        (Path(folder) / name).write_bytes(made.clip.data)
        spent[variant.fields["Category"]] += time.process_time() - start
    return dict(spent)


def fill_bank(store: str, workers: int) -> float:
    """Simulate the rooms once; seconds."""
    from builders.environment import reverberation

    start = time.perf_counter()
    jobs = [(level, room) for level in reverberation.LEVELS for room in range(3)]
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(partial(_fill, store), jobs))
    return time.perf_counter() - start


def _fill(store: str, job: tuple[float, int]) -> None:
    from builders.environment import Assets, rooms

    rooms.room(job[0], job[1], RATE, Assets(cached=Store(store).cached))


def run_ours(
    clips: int, seconds: float, workers: int, folder: str, store: str, spread: int = 10**9
) -> tuple[float, dict[str, float]]:
    """Make all variants of all clips; wall seconds, and CPU seconds by condition."""
    total: dict[str, float] = defaultdict(float)
    job = partial(ours, seconds=seconds, folder=folder, store=store, spread=spread)
    with ProcessPoolExecutor(workers) as pool:
        # Imports are not counted, here as in the loop: one clip a worker comes first.
        list(pool.map(job, range(workers)))
        start = time.perf_counter()
        for spent in pool.map(job, range(clips), chunksize=2):
            for name, value in spent.items():
                total[name] += value
    return time.perf_counter() - start, dict(total)


def speed(clips: int, seconds: float, workers: int) -> None:
    naive_clips = max(1, min(clips, 5))
    with tempfile.TemporaryDirectory() as folder:
        folders = [Path(folder) / name for name in ("ours", "store", "naive", "kind")]
        for one in folders:
            one.mkdir()
        made, store, naive_folder, kind_folder = folders
        bank = fill_bank(str(store), workers)
        wall, by_condition = run_ours(clips, seconds, workers, str(made), str(store))
        files = len(list(made.glob("*.flac")))
        kind = plain_loop(clips, seconds, kind_folder, rooms_once=True)
        naive = plain_loop(naive_clips, seconds, naive_folder, rooms_once=False)
    scale = clips / naive_clips
    naive_wall, kind_wall = naive.pop("wall") * scale, kind.pop("wall")
    print(f"{clips} clips of {seconds:g} s × 36 conditions = {files} files, {workers} workers\n")
    print(f"{'CPU ms a file':<18}{'ours':>8}{'loop':>8}{'loop, room a clip':>20}")
    for name in SIX:
        count = clips * _levels(name)
        print(
            f"{name:<18}{1e3 * by_condition[name] / count:8.1f}{1e3 * kind[name] / count:8.1f}"
            f"{1e3 * naive[name] * scale / count:20.1f}"
        )
    work = sum(by_condition.values()) / workers
    print(f"\n{'seconds':<28}{'wall':>8}{'ratio':>8}{'CPU':>10}{'ratio of CPU, over workers':>28}")
    print(f"{'ours':<28}{wall:8.1f}{'':8}{work * workers:10.1f}")
    print(f"{'room bank, once (18 rooms)':<28}{bank:8.1f}")
    for title, loop, loop_wall in (
        ("loop, rooms given", sum(kind.values()), kind_wall),
        ("loop, a room a clip", sum(naive.values()) * scale, naive_wall),
    ):
        print(f"{title:<28}{loop_wall:8.1f}{loop_wall / wall:8.1f}{loop:10.1f}{loop / work:28.1f}")
    print(f"{'  the same, with our bank':<28}{'':8}{naive_wall / (wall + bank):8.1f}")
    if scale != 1:
        print(f"a room a clip: measured on {naive_clips} clips")


def _levels(name: str) -> int:
    from builders.environment import condition

    return len(condition(name).LEVELS)


def memory(counts: list[int], seconds: float, workers: int) -> None:
    """Peak memory for several numbers of clips, each in a process of its own."""
    with tempfile.TemporaryDirectory() as store:
        fill_bank(store, workers)
        print(f"{'clips':>8}{'seconds':>10}{'parent MB':>12}{'worker MB':>12}")
        for count in counts:
            call = [sys.executable, __file__, "--measure", str(count), "--store", store]
            call += ["--seconds", str(seconds), "--workers", str(workers)]
            done = subprocess.run(call, capture_output=True, text=True, check=True)
            seen = json.loads(done.stdout)
            print(f"{count:8d}{seen['wall']:10.1f}{seen['parent']:12.0f}{seen['worker']:12.0f}")


def measure(clips: int, seconds: float, workers: int, store: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        wall, _ = run_ours(clips, seconds, workers, folder, store, spread=4)
    parent = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(json.dumps({"wall": wall, "parent": parent, "worker": worker}))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clips", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", type=int, nargs="+")
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--store", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    if arguments.measure:
        measure(arguments.measure, arguments.seconds, arguments.workers, arguments.store)
    elif arguments.memory:
        memory(arguments.memory, arguments.seconds, arguments.workers)
    else:
        speed(arguments.clips, arguments.seconds, arguments.workers)


if __name__ == "__main__":
    main()
