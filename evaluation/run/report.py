"""What a person is told before and after a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from evaluation.run.run import Job, Outcome, todo
from evaluation.run.timing import summary

_SHOWN = 5


def plan_lines(job: Job) -> Iterator[str]:
    """Rows by config, how many are done, and the time and money to expect.

    The time follows from answers that the folder holds already; a fresh run has none and learns
    its time from the progress display.
    """
    keys, done = todo(job)
    total, left = Counter(k.config for k in keys), [k for k in keys if k not in done]
    parts = ", ".join(f"{config} {n}" for config, n in sorted(total.items()))
    yield f"{job.folder.path}: {len(keys)} rows of {job.examples.name} ({parts})"
    failed = sum(done[k].error is not None for k in keys if k in done)
    listed = f", {failed} of them errors (--retry-errors asks them again)" if failed else ""
    yield f"{len(keys) - len(left)} done{listed}, {len(left)} to ask of {job.model.revision}"
    if job.asking.samples > 1 and _greedy(job.model.settings()):
        yield "temperature is 0: the answers to a row may all be the same; set a temperature"
    figures = summary(done.values())
    if left and figures:
        load, best = max(figures.items(), key=lambda pair: pair[1]["rows"])
        streams = int(load.split()[1]) if load.startswith("streams") else 1
        seconds = best["seconds"] * len(left) / streams
        yield f"about {seconds / 60:.1f} min left, at {best['seconds']:.2f} s a row ({load})"
    expect = getattr(job.model, "expected_cost", None)
    if left and expect is not None:
        cost = expect(len(left))
        if cost is not None:
            yield f"expected cost {cost:.2f}"


def _greedy(settings: Any) -> bool:
    """Whether a temperature of 0 stands anywhere in the settings of a model."""
    if not isinstance(settings, dict):
        return False
    return settings.get("temperature") == 0 or any(map(_greedy, settings.values()))


def outcome_lines(job: Job, outcome: Outcome) -> Iterator[str]:
    """Answers, errors by kind with the rows they hit, and what to do about them."""
    rate = outcome.answered / outcome.seconds if outcome.seconds else 0.0
    yield (
        f"{outcome.answered} answered now, {outcome.before} before, {len(outcome.errors)} errors; "
        f"{outcome.seconds:.1f} s, {rate:.1f} rows/s"
    )
    for kind, n in outcome.kinds().most_common():
        rows = [key for key, error in outcome.errors.items() if error.split(":")[0][:80] == kind]
        shown = ", ".join("/".join(key) for key in rows[:_SHOWN])
        more = f" and {n - _SHOWN} more" if n > _SHOWN else ""
        yield f"  {n} × {kind}: {shown}{more}"
    if outcome.errors:
        yield f"all of them stand in {job.folder.responses_file}; --retry-errors asks them again"
    for load, figures in summary(job.folder.responses().values()).items():
        yield f"  {load}: " + ", ".join(f"{name} {value}" for name, value in figures.items())
