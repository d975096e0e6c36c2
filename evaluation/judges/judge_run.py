"""Judge the answers of a run: what is missing, with several rows at once, kept as it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from builders.errors import unknown_name
from builders.stage.progress import progress
from evaluation.contracts import Row
from evaluation.judges.entry import Entry, Judge, answer_hash, key_of
from evaluation.judges.files import JudgementFile, Place
from evaluation.judges.tasks import tasks_of
from evaluation.suites.suite import Suite

Work = tuple[Row, str]


@dataclass
class Tally:
    """What a call of :func:`judge_run` did.

    Attributes:
        asked: Rows and tasks that were judged now.
        kept: Rows and tasks that had a judgement already.
        decided: Of those judged now, how many have a verdict.
        errors: Why the others have none, by the first words.
    """

    asked: int = 0
    kept: int = 0
    decided: int = 0
    errors: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        """One line for the terminal."""
        text = f"{self.asked} judged ({self.decided} with a verdict), {self.kept} kept"
        if self.errors:
            text += "; " + ", ".join(f"{n} × {why}" for why, n in self.errors.most_common(5))
        return text


def judge_run(
    run: Path,
    rows: Sequence[Row],
    suite: Suite,
    judge: Judge,
    name: str,
    *,
    tasks: Sequence[str] = (),
    after: Sequence[str] = (),
    limit: int | None = None,
    retry: bool = False,
) -> Tally:
    """Judge what has no judgement yet.

    A judgement is kept and not asked for again unless the answer, the prompt, the judge or its
    settings have changed, or the failure was one that may pass (network, quota).

    Args:
        run: Folder of the run.
        rows: Its rows.
        suite: Says which tasks a config needs.
        judge: The judge.
        name: Name of its file of judgements.
        tasks: Tasks to judge; all by default.
        after: Judges whose verdicts stand; only what none of them decided is judged.
        limit: Rows and tasks to judge at most.
        retry: Judge again what ended without a verdict.

    Raises:
        VivavoceError: No row can be judged; what was judged before is kept.
    """
    decided = _decided(run, rows, after)
    file, tally = JudgementFile(run, name), Tally()
    with file.writing():
        known = file.entries()
        todo: list[Work] = []
        for row, task in _places(rows, suite, judge, tasks):
            place = (key_of(row), task)
            if place in decided:
                continue
            if _stands(known.get(place), judge.asked(row, task), row, retry):
                tally.kept += 1
            else:
                todo.append((row, task))
        chosen = todo[:limit]
        for entry in progress(_judged(chosen, judge), f"judge {name}", len(chosen)):
            file.append(entry)
            tally.asked += 1
            why = entry.judgement.error
            tally.decided += why is None
            if why is not None:
                tally.errors[why.split(":")[0][:60]] += 1
    return tally


def _decided(run: Path, rows: Sequence[Row], after: Sequence[str]) -> set[Place]:
    from evaluation.judges.files import judge_names

    known = judge_names(run)
    hashes = {key_of(row): answer_hash(row) for row in rows}
    decided: set[Place] = set()
    for name in after:
        if name not in known:
            raise unknown_name("judge", name, known, str(run))
        for place, entry in JudgementFile(run, name).entries().items():
            if entry.judgement.error is None and hashes.get(place[0]) == entry.answer:
                decided.add(place)
    return decided


def _places(
    rows: Sequence[Row], suite: Suite, judge: Judge, tasks: Sequence[str]
) -> Iterator[Work]:
    wanted = suite.tasks()
    measured = ("asr", "mos", "emotion", "panda")
    for row in rows:
        config = row.example.config
        listened = [t for t in measured if t == "asr" or t in wanted.get(config, ())]
        for task in (*tasks_of(row, wanted), *listened):
            if (not tasks or task in tasks) and judge.handles(row, task):
                yield row, task


def _stands(entry: Entry | None, asked: str, row: Row, retry: bool) -> bool:
    if entry is None or entry.transient or entry.asked != asked:
        return False
    if entry.answer != answer_hash(row):
        return False
    return not (retry and entry.judgement.error is not None)


def _judged(todo: Sequence[Work], judge: Judge) -> Iterator[Entry]:
    """Entries as they come; at most four times as many are waiting as are at work."""
    if judge.workers == 1:
        for row, task in todo:
            yield judge.judge(row, task)
        return
    source = iter(todo)
    pool = ThreadPoolExecutor(judge.workers)
    try:
        running: set[Future[Entry]] = set()
        while True:
            for row, task in islice(source, 4 * judge.workers - len(running)):
                running.add(pool.submit(judge.judge, row, task))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
