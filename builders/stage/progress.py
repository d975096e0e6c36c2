"""Progress of long work: a bar with the time left on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

INTERVAL = 30.0
"""Seconds between lines where there is no terminal."""


def progress(things: Iterable[T], label: str, total: int | None = None) -> Iterator[T]:
    """Pass things through and show how many have gone by.

    Args:
        things: What is worked on.
        label: What it is called.
        total: How many there will be, for the time left.
    """
    if sys.stderr.isatty():
        yield from _bar(things, label, total)
    else:
        yield from _lines(things, label, total)


def _bar(things: Iterable[T], label: str, total: int | None) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        yield from bar.track(things, total=total, description=label)


def _lines(things: Iterable[T], label: str, total: int | None) -> Iterator[T]:
    began = said = time.monotonic()
    for done, thing in enumerate(things, start=1):
        yield thing
        now = time.monotonic()
        if now - said >= INTERVAL:
            said = now
            sys.stderr.write(f"{label}: {done}{_rest(done, total, now - began)}\n")
            sys.stderr.flush()


def _rest(done: int, total: int | None, seconds: float) -> str:
    if not total:
        return ""
    left = seconds / done * max(0, total - done)
    return f"/{total}, about {about(left)} left"


def about(seconds: float) -> str:
    """A time as a person would say it: ``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
