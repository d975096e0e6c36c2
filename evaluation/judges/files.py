"""Judgements of a run: ``judgements/<judge>.jsonl`` in its folder, one line a row and task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from builders.errors import VivavoceError, unknown_name
from builders.lock import locked
from evaluation.contracts import Judgement, Row
from evaluation.judges.entry import Entry, answer_hash, key_of
from evaluation.run.folder import Key
from evaluation.run.jsonl import Log, read_jsonl, write_jsonl

Place = tuple[Key, str]
"""A row and a task."""


def folder_of(run: Path | str) -> Path:
    """Folder of the judgements of a run."""
    return Path(run) / "judgements"


def judge_names(run: Path | str) -> list[str]:
    """Names of the judges that a run has judgements of, sorted."""
    return sorted(p.stem for p in folder_of(run).glob("*.jsonl"))


def file_name(name: str) -> str:
    """Name of a judge as a file: letters, digits, ``.``, ``_`` and ``-``.

    Raises:
        VivavoceError: Nothing of it is left.
    """
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")
    if not safe:
        raise VivavoceError(f"'{name}' cannot be the name of a judge: give --name")
    return safe


class JudgementFile:
    """The judgements of one judge on one run; safe to kill at any moment.

    Args:
        run: Folder of the run.
        name: Name of the judge.
    """

    def __init__(self, run: Path | str, name: str) -> None:
        self.path = folder_of(run) / f"{file_name(name)}.jsonl"
        self._log: Log | None = None

    def entries(self) -> dict[Place, Entry]:
        """Last entry of every row and task."""
        found: dict[Place, Entry] = {}
        for line in read_jsonl(self.path, missing_ok=True):
            try:
                entry = Entry.load(line)
            except (KeyError, TypeError) as error:
                raise VivavoceError(
                    f"{self.path}: a line is no judgement (lacks {error}); delete that line"
                ) from error
            found[entry.key, entry.judgement.task] = entry
        return found

    @contextmanager
    def writing(self) -> Iterator[JudgementFile]:
        """Hold the file; on the way out one line a row and task is left, sorted.

        Raises:
            VivavoceError: Another process is writing it.
        """
        busy = (
            f"{self.path}: another process is judging into this file; wait, or give another --name"
        )
        with locked(self.path.with_name(f".{self.path.stem}.lock"), busy):
            self._log = Log(self.path)
            try:
                yield self
            finally:
                self._log.close()
                self._log = None
                found = self.entries()
                write_jsonl(self.path, (found[place].line() for place in sorted(found)))

    def append(self, entry: Entry) -> None:
        """Log one entry; it survives the death of the process from here on."""
        if self._log is None:
            raise RuntimeError("append only inside writing()")
        self._log.write(entry.line())


@dataclass(frozen=True)
class Loaded:
    """Judgements of a run, ready to be read by metrics.

    Attributes:
        rows: Rows with their judgements.
        entries: The entries in use.
        stale: Judgements of an answer that has changed since; they are not used.
    """

    rows: list[Row]
    entries: dict[Place, Entry] = field(default_factory=dict)
    stale: int = 0


def attach(rows: Sequence[Row], run: Path | str, judges: Sequence[str] | None = None) -> Loaded:
    """Give rows their judgements.

    Args:
        rows: Rows of the run.
        run: Folder of the run.
        judges: Judges to use, the most trusted first: a row and task that several decided goes
            to the first of them. All judges of the run by default.

    Raises:
        VivavoceError: An unknown judge, or two judges decided the same row and task and no order
            was given.
    """
    known = judge_names(run)
    for name in judges or ():
        if name not in known:
            raise unknown_name("judge", name, known, str(folder_of(run)))
    hashes = {key_of(row): answer_hash(row) for row in rows}
    chosen: dict[Place, Entry] = {}
    owner: dict[Place, str] = {}
    stale = 0
    for name in judges or known:
        for place, entry in JudgementFile(run, name).entries().items():
            if place[0] not in hashes:
                continue
            if entry.answer != hashes[place[0]]:
                stale += 1
                continue
            before = chosen.get(place)
            if before is None or before.judgement.error is not None:
                if before is None or entry.judgement.error is None:
                    chosen[place], owner[place] = entry, name
            elif entry.judgement.error is None and judges is None:
                raise VivavoceError(
                    f"{run}: both '{owner[place]}' and '{name}' judged "
                    f"{'/'.join(place[0])}, task {place[1]}; say whose word counts first: "
                    f"--judges {owner[place]},{name}"
                )
    by_row: dict[Key, dict[str, Judgement]] = {}
    for (key, task), entry in chosen.items():
        by_row.setdefault(key, {})[task] = entry.judgement
    return Loaded([_with(row, by_row.get(key_of(row), {})) for row in rows], chosen, stale)


def _with(row: Row, judgements: Mapping[str, Judgement]) -> Row:
    from evaluation.judges.measure import with_transcript

    judged = {**row.judgements, **judgements}
    return with_transcript(Row(row.example, row.response, judged))
