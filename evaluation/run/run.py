"""Ask a model every row of a plan that has no answer yet."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path
from typing import Any

from builders.errors import VivavoceError
from builders.stage.progress import progress
from evaluation.contracts import Example, Response
from evaluation.data import Examples
from evaluation.models.contract import Answer, Model, Question, failed
from evaluation.run import manifest
from evaluation.run.ask import Asking
from evaluation.run.folder import Key, RunFolder
from evaluation.run.plan import Scope, keys_of, read_scope
from evaluation.run.record import record
from evaluation.run.timing import summary


@dataclass
class Outcome:
    """What a call of :func:`run` did.

    Attributes:
        planned: Rows in the plan of this call.
        before: Rows of it that were done before.
        answered: Rows answered by this call.
        errors: Keys that ended without an answer, and why; also from earlier calls.
        seconds: Time of this call.
    """

    planned: int = 0
    before: int = 0
    answered: int = 0
    errors: dict[Key, str] = field(default_factory=dict)
    seconds: float = 0.0

    def kinds(self) -> Counter[str]:
        """Errors counted by the first words of their message."""
        return Counter(error.split(":")[0][:80] for error in self.errors.values())


@dataclass(frozen=True)
class Job:
    """All that makes a run.

    Attributes:
        suite: Name of the suite.
        examples: The dataset.
        scope: Its rows that are asked.
        asking: How they are asked.
        model: Who is asked.
        folder: Where the answers go.
        where: The dataset as it was named, for later commands.
        warm_up: Rows asked first and thrown away, so that times leave out loading.
        retry_errors: Ask rows again that ended with an error.
    """

    suite: str
    examples: Examples
    scope: Scope
    asking: Asking
    model: Model
    folder: RunFolder
    where: str
    warm_up: int = 0
    retry_errors: bool = False

    @property
    def hears(self) -> bool:
        """Whether the model is given audio at all; recorded answers need none."""
        return getattr(self.model, "hears", True)

    def manifest(self) -> dict[str, Any]:
        """The manifest as it stands before the first answer."""
        revisions = {f"{p.config}/{p.split}": self.examples.revision(p) for p in self.scope.places}
        local = Path(self.where).is_dir()
        model = {"name": self.model.name, "revision": self.model.revision}
        return {
            "format": manifest.FORMAT,
            "suite": self.suite,
            "dataset": {
                "where": str(Path(self.where).resolve()) if local else self.where,
                "family": self.examples.family,
                "revisions": revisions,
                "samples": self.asking.samples,
            },
            "model": manifest.without_secrets({**model, **self.model.settings()}),
            "settings": self.asking.settings(),
            "shard": [self.scope.shard[0] + 1, self.scope.shard[1]],
            "versions": manifest.versions(),
            "machine": manifest.machine(),
            "started": _now(),
        }


def todo(job: Job) -> tuple[list[Key], dict[Key, Response]]:
    """Keys of the plan, and the responses that count as done."""
    keys = [
        key
        for example in read_scope(job.examples, job.scope)
        for key in keys_of(example, job.asking.samples)
    ]
    done = job.folder.responses()
    if job.retry_errors:
        done = {key: said for key, said in done.items() if said.error is None}
    return keys, done


def run(job: Job, *, say: Callable[[str], Any] = lambda line: None) -> Outcome:
    """Ask, log each answer the moment it comes, and leave a sorted file.

    Args:
        job: The run.
        say: Gets lines for a person.

    Raises:
        VivavoceError: The folder holds another run, another process writes into it, or the model
            can answer nothing. What was answered before stays.
    """
    with job.folder.locked():
        return _run(job, say)


def _run(job: Job, say: Callable[[str], Any]) -> Outcome:
    began = time.monotonic()
    current = job.manifest()
    if job.folder.has_manifest():
        old = job.folder.manifest()
        manifest.check_same(old, current, job.folder.path)
        manifest.check_shard(old, current, job.folder.path)
        current = manifest.merged(old, current)
    keys, done = todo(job)
    job.folder.write_manifest(current)
    job.folder.add_to_plan(keys)
    open_keys = {key for key in keys if key not in done}
    outcome = Outcome(planned=len(keys), before=len(keys) - len(open_keys))
    if open_keys:
        _warm_up(job, open_keys, say)
        _ask(job, open_keys, outcome)
    job.folder.finalise()
    responses = job.folder.responses()
    wanted = set(keys)
    outcome.errors = {
        key: said.error
        for key, said in responses.items()
        if key in wanted and said.error is not None
    }
    outcome.seconds = time.monotonic() - began
    # Read again: the model may have loaded libraries and learned its revision since.
    current["machine"] = manifest.machine()
    current["timing"] = {"warm_up": job.warm_up, **summary(responses.values())}
    current["finished"] = _now()
    job.folder.write_manifest(current)
    return outcome


def _ask(job: Job, open_keys: set[Key], outcome: Outcome) -> None:
    questions = _questions(job, open_keys)
    answers = job.model.answers(questions)
    for question, answer in progress(answers, job.folder.name, len(open_keys)):
        outcome.answered += _log(job, question, answer)


def _questions(job: Job, open_keys: set[Key]) -> Iterator[Question]:
    """Questions in the order of the dataset; audio is read when a question is asked for."""
    audio = job.asking.mode == "speech" and job.hears
    for place in job.scope.places:
        left = {key for key in open_keys if key[:2] == place}
        if left:
            yield from _of_place(job, job.examples.read(place, audio=audio), left)


def _of_place(job: Job, examples: Iterator[Example], left: set[Key]) -> Iterator[Question]:
    for example in examples:
        for sample, key in enumerate(keys_of(example, job.asking.samples)):
            if key not in left:
                continue
            left.discard(key)
            try:
                yield job.asking.question(example, sample, heard=job.hears)
            except VivavoceError as error:
                _log(job, Question(example, sample=sample), failed(str(error)))
        if not left:
            return


def _warm_up(job: Job, open_keys: set[Key], say: Callable[[str], Any]) -> None:
    if job.warm_up < 1:
        return
    first = list(islice(_questions(job, open_keys), job.warm_up))
    began = time.monotonic()
    for _ in job.model.answers(first):
        pass
    say(f"warm-up: {len(first)} rows in {time.monotonic() - began:.1f} s, not logged")


def _log(job: Job, question: Question, answer: Answer) -> bool:
    return record(job.folder, question, job.asking.read_answer(answer))


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
