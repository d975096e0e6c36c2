"""What a person is told before and after a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from evaluation.run.estimate import cost_line, time_line
from evaluation.run.run import Job, Outcome, todo
from evaluation.run.timing import summary

_SHOWN = 5


def plan_lines(job: Job, answer_seconds: float) -> Iterator[str]:
    """Rows by config, how many are done, and the time and money to expect.

    Args:
        job: The run.
        answer_seconds: Seconds an answer is taken to need where none has been timed.
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
    if left:
        yield from filter(
            None,
            (
                time_line(job.model, done.values(), len(left), answer_seconds),
                cost_line(job.model, done.values(), len(left)),
            ),
        )


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
