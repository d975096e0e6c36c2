"""Steps small enough to follow by hand, registered for the tests of the engine."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np

from builders.errors import BackendError
from builders.step import Rejected, step


@step("toy_tone", version=1, costly=True)
def tone(item, ctx, log=None, seconds=0.01, slow=0.0):
    if log is not None:
        with Path(log).open("a") as file:
            file.write(f"{item.id} {os.getpid()}\n")
    time.sleep(slow)
    draw = ctx.rng(item, "tone").uniform(100, 400)
    t = np.arange(int(seconds * 16000)) / 16000
    return item.with_audio(0.3 * np.sin(2 * np.pi * draw * t))


@step("toy_odd_only", version=1)
def odd_only(item, ctx):
    return item if int(item.id[-1]) % 2 else Rejected("even number", item.id)


@step("toy_twice", version=1)
def twice(item, ctx):
    return [item.but(id=f"{item.id}-a"), item.but(id=f"{item.id}-b")]


@step("toy_same_id", version=1)
def same_id(item, ctx):
    return item.but(id="always")


@step("toy_outage", version=1)
def outage(item, ctx, fail=()):
    if item.id in fail:
        raise BackendError("the server is away", transient=True)
    return item


@step("toy_bug", version=1)
def bug(item, ctx):
    return 1 / 0


@step("toy_killed", version=1, costly=True)
def killed(item, ctx, on="row-3"):
    if item.id == on:
        os._exit(9)  # as a worker that the kernel ends for its memory
    return item


@step("toy_call", version=1)
def call(item, ctx):
    text = ctx.cached("toy", {"prompt": item.prompt}, lambda: item.prompt.upper())
    return item.but(spoken=text)


@step("gives_nothing", version=1)
def gives_nothing(item, ctx):
    item.but(prompt="forgotten")


@step("gives_text", version=1)
def gives_text(item, ctx):
    return item.prompt


NAMES = ("tone", "odd_only", "twice", "same_id", "outage", "bug", "killed", "call")
